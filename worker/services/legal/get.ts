import type { LegalDocument } from '../../../contract/schemas/settings'
import { legalDocument } from '../../../db/queries/settings'
import { notFound } from '../../errors'
import type { ServiceContext } from '../context'

export async function getLegalDocument(ctx: ServiceContext, slug: string): Promise<LegalDocument> {
  const [row] = await legalDocument(ctx.db, slug)
  if (!row) throw notFound('This page')
  const fill = (text: string) =>
    text
      .replaceAll('{siteName}', ctx.settings.siteName)
      .replaceAll('{contactEmail}', ctx.settings.contactEmail)
      .replaceAll('{siteUrl}', ctx.settings.siteUrl)
  const { title, body, version, publishedAt } = row
  return { slug, title, body: fill(body), version, publishedAt: new Date(publishedAt).toISOString() }
}
