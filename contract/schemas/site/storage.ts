import * as z from 'zod'
import { time } from '../shared/parts'

export const storageScan = z.object({
  startedAt: time,
  /** Null while it goes through R2. */
  finishedAt: time.nullable(),
  /** What R2 holds, as far as it was seen. */
  objects: z.number().int(),
  bytes: z.number().int(),
  /** In R2 without a row; those that are old enough can be cleaned up. */
  orphans: z.number().int(),
  orphanBytes: z.number().int(),
  /** Rows whose object is not in R2. */
  missing: z.number().int(),
  /** The first hundred of them. */
  missingKeys: z.array(z.string()),
  /** Bytes that the tables had more than R2; less, where it is negative. Sizes that differed are put right by the scan. */
  driftBytes: z.number().int(),
})
export type StorageScan = z.infer<typeof storageScan>

/** `videoBytes` and `imageBytes` are the sums of the kinds that are videos and pictures; the rest is text. */
export const storageStats = z.object({
  totalBytes: z.number().int(),
  videoBytes: z.number().int(),
  imageBytes: z.number().int(),
  storageType: z.string(),
  bucket: z.string(),
  baseUrl: z.string(),
  kinds: z.array(z.object({ kind: z.string(), objects: z.number().int(), bytes: z.number().int() })),
  budgetBytes: z.number().int(),
  /** Dollars a month for what is stored now, without operations. */
  monthlyCost: z.number(),
  /** Marked for removal and not yet gone. */
  doomed: z.number().int(),
  scan: storageScan.nullable(),
})
export type StorageStats = z.infer<typeof storageStats>

export const orphanObject = z.object({ key: z.string(), bytes: z.number().int(), uploadedAt: time })
export type OrphanObject = z.infer<typeof orphanObject>

/** What a clean-up took; `left` says whether there are more of those that are old enough. */
export const cleanedOrphans = z.object({
  objects: z.number().int(),
  bytes: z.number().int(),
  left: z.boolean(),
})
export type CleanedOrphans = z.infer<typeof cleanedOrphans>
