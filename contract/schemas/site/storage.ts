import * as z from 'zod'
import { time } from '../shared/parts'

export const storageScan = z.object({
  startedAt: time,
  /** Null while the scan is running. */
  finishedAt: time.nullable(),
  /** Contents of R2, as far as the scan got. */
  objects: z.number().int(),
  bytes: z.number().int(),
  /** In R2 without a row; those old enough can be cleaned up. */
  orphans: z.number().int(),
  orphanBytes: z.number().int(),
  /** Rows whose object is missing from R2. */
  missing: z.number().int(),
  /** The first hundred of them. */
  missingKeys: z.array(z.string()),
  /** Bytes in the tables minus bytes in R2. The scan corrects sizes that differed. */
  driftBytes: z.number().int(),
})
export type StorageScan = z.infer<typeof storageScan>

/** `videoBytes` and `imageBytes` are the sums of the video and picture kinds; the rest is text. */
export const storageStats = z.object({
  totalBytes: z.number().int(),
  videoBytes: z.number().int(),
  imageBytes: z.number().int(),
  storageType: z.string(),
  bucket: z.string(),
  baseUrl: z.string(),
  kinds: z.array(z.object({ kind: z.string(), objects: z.number().int(), bytes: z.number().int() })),
  budgetBytes: z.number().int(),
  /** Dollars a month for current storage, without operations. */
  monthlyCost: z.number(),
  /** Marked for deletion, not deleted yet. */
  doomed: z.number().int(),
  scan: storageScan.nullable(),
})
export type StorageStats = z.infer<typeof storageStats>

export const orphanObject = z.object({ key: z.string(), bytes: z.number().int(), uploadedAt: time })
export type OrphanObject = z.infer<typeof orphanObject>

/** Result of a clean-up; `left`: more orphans are old enough. */
export const cleanedOrphans = z.object({
  objects: z.number().int(),
  bytes: z.number().int(),
  left: z.boolean(),
})
export type CleanedOrphans = z.infer<typeof cleanedOrphans>
