import type { LegalDocument } from '#contract/schemas/site/settings'
import { day } from '#contract/values/shared/time'
import { legalDocument } from '#db/queries/site/legal'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { publicSettings } from '../../shared/settings'
import { isoTime } from '../../shared/time'
import { fillPlaceholders } from './fill'

/**
 * Seconds for which a copy replaces the database: the law asks for these pages even when everything else
 * fails.
 */
const spareSeconds = day / 1000

export async function getLegalDocument(ctx: ServiceContext, slug: string): Promise<LegalDocument> {
  const [[row]] = await ctx.near.batch([legalDocument(ctx.db, slug)], { spareSeconds })
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
