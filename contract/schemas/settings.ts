import { z } from 'zod'

/** The part of the settings that everyone may see. */
export const publicSettings = z.object({
  siteName: z.string(),
  siteDescription: z.string(),
  contactEmail: z.string(),
  siteUrl: z.string(),
  cryptoPaymentsEnabled: z.boolean(),
  maintenanceMode: z.boolean(),
  requireContentApproval: z.boolean(),
  /** Limits of an upload: seconds and bytes. */
  minDuration: z.number(),
  maxDuration: z.number(),
  maxUploadBytes: z.number(),
})
export type PublicSettings = z.infer<typeof publicSettings>
