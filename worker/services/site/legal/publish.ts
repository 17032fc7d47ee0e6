import type { AdminLegal, PublishLegal } from '#contract/schemas/site/settings-admin'
import { legalPlaceholders } from '#contract/values/site/legal-text'
import { batchNamed } from '#db/batch-named'
import { insertLegal, legalDocument, whereLegalNewest } from '#db/queries/site/legal'
import { AppError, invalidField, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { getLegalForEdit } from './edit'
import { unknownPlaceholder } from './fill'

/**
 * Publishes a text as the next version of a page. Earlier versions stay, since accounts agreed to them. When
 * two edit one version, the first wins; an identical text adds none.
 */
export async function publishLegal(
  ctx: UserContext,
  slug: string,
  { title, body, version }: PublishLegal,
): Promise<AdminLegal> {
  const [current] = await legalDocument(ctx.db, slug)
  if (!current) throw notFound('This page')
  if (current.title === title && current.body === body) return getLegalForEdit(ctx, slug)
  refuseUnknown('title', title)
  refuseUnknown('body', body)

  const entry = {
    action: 'legal.publish',
    subject: 'legal',
    subjectId: slug,
    details: { before: { version, title: current.title }, after: { version: version + 1, title } },
  }
  const { published } = await batchNamed(ctx.db, [
    // The record comes first: its condition is false once there is a newer version.
    audit(ctx, entry, whereLegalNewest(slug, version)),
    { published: insertLegal(ctx.db, slug, version, { title, body }, ctx.now) },
  ])
  if (published.length === 0) {
    throw new AppError(
      'conflict',
      'Someone else has published a newer version of this page. Please check it first.',
    )
  }
  return getLegalForEdit(ctx, slug)
}

function refuseUnknown(field: 'title' | 'body', text: string): void {
  const unknown = unknownPlaceholder(text)
  if (!unknown) return
  const known = legalPlaceholders.map((name) => `{${name}}`).join(', ')
  throw invalidField(field, `Nothing fills in ${unknown}. There are ${known}.`)
}
