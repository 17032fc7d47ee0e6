import type { LegalDocument } from '../../../../contract/schemas/site/settings'
import { legalDocument } from '../../../../db/queries/site/legal'
import { notFound } from '../../../errors'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { fillPlaceholders } from './fill'

export async function getLegalDocument(ctx: ServiceContext, slug: string): Promise<LegalDocument> {
  const [row] = await legalDocument(ctx.db, slug)
  if (!row) throw notFound('This page')
  const { title, body, version, publishedAt } = row
  return {
    slug,
    title: fillPlaceholders(title, ctx.settings),
    body: fillPlaceholders(body, ctx.settings),
    version,
    publishedAt: isoTime(publishedAt),
  }
}
