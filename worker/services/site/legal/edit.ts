import type { AdminLegal } from '#contract/schemas/site/settings-admin'
import { legalDocument, legalVersions, newerDefault } from '#db/queries/site/legal'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'

/** Versions shown in the editor. */
const listedAtMost = 50

/**
 * Returns a page for editing, with placeholders unfilled; or a version, which accounts may have agreed to.
 */
export async function getLegalForEdit(
  ctx: ServiceContext,
  slug: string,
  version?: number,
): Promise<AdminLegal> {
  const [[row], versions, [newer = null]] = await ctx.db.batch([
    legalDocument(ctx.db, slug, version),
    legalVersions(ctx.db, slug, listedAtMost),
    newerDefault(ctx.db, slug),
  ])
  if (!row) throw notFound(version === undefined ? 'This page' : 'This version')
  const { title, body, publishedAt } = row
  return {
    slug,
    title,
    body,
    version: row.version,
    publishedAt: isoTime(publishedAt),
    newerDefault: newer,
    versions: versions.map((each) => ({ ...each, publishedAt: isoTime(each.publishedAt) })),
  }
}
