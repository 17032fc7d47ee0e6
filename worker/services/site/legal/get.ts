import type { LegalDocument } from '../../../../contract/schemas/site/settings'
import { legalDocument } from '../../../../db/queries/site/legal'
import { notFound } from '../../../errors'
import type { ServiceContext } from '../../context'
import { publicSettings } from '../../shared/settings'
import { isoTime } from '../../shared/time'
import { fillPlaceholders } from './fill'

export async function getLegalDocument(ctx: ServiceContext, slug: string): Promise<LegalDocument> {
  const [row] = await legalDocument(ctx.db, slug)
  if (!row) throw notFound('This page')
  const { title, body, version, publishedAt } = row
  const settings = publicSettings(ctx)
  return {
    slug,
    title: fillPlaceholders(title, settings),
    body: fillPlaceholders(body, settings),
    version,
    publishedAt: isoTime(publishedAt),
  }
}
