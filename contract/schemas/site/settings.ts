import * as z from 'zod'
import { footerLabelLength, footerUrlLength, homeSections, isFooterUrl } from '../../values/shared/look'
import { pricesInput } from '../payments/offers'
import { line } from '../shared/parts'

/** Served by `/api/logo/{hash}`. */
export const siteLogo = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })
export const footerLink = z.strictObject({
  label: line.min(footerLabelLength.min).max(footerLabelLength.max),
  url: line
    .max(footerUrlLength.max)
    .refine(isFooterUrl, 'Enter a URL with https://, or a path on this site such as /premium.'),
})

/** The part of the settings that everyone may see. */
export const publicSettings = z.object({
  siteName: z.string(),
  siteDescription: z.string(),
  contactEmail: z.string(),
  /** SITE_ORIGIN: the configuration names it, not a setting. */
  siteUrl: z.string(),
  cryptoPaymentsEnabled: z.boolean(),
  maintenanceMode: z.boolean(),
  requireContentApproval: z.boolean(),
  commentsEnabled: z.boolean(),
  /** Limits of an upload: seconds and bytes. */
  minDuration: z.number(),
  maxDuration: z.number(),
  maxUploadBytes: z.number(),
  /** What some public video has, for the premium pitch. */
  offersDownloads: z.boolean(),
  offers4k: z.boolean(),
  /** `#rrggbb`; null: the theme's own. */
  accent: z.string().nullable(),
  /** Null: the built-in mark. */
  logo: siteLogo.nullable(),
  footerLinks: z.array(footerLink),
  /** What the home page shows, in order. */
  homeSections: z.array(z.enum(homeSections)),
  prices: pricesInput,
})
export type PublicSettings = z.infer<typeof publicSettings>

/** A legal page: paragraphs divided by blank lines, headings begin with `## `. */
export interface LegalDocument {
  slug: string
  title: string
  body: string
  version: number
  publishedAt: string
}
