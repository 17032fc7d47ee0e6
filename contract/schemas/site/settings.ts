import * as z from 'zod'

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
  /** Limits of an upload: seconds and bytes. */
  minDuration: z.number(),
  maxDuration: z.number(),
  maxUploadBytes: z.number(),
  /** What some public video has, for the premium pitch. */
  offersDownloads: z.boolean(),
  offers4k: z.boolean(),
})
export type PublicSettings = z.infer<typeof publicSettings>

/** A legal page: paragraphs divided by blank lines, headings begin with `## `. */
export const legalDocument = z.object({
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  version: z.number().int(),
  publishedAt: z.string(),
})
export type LegalDocument = z.infer<typeof legalDocument>
