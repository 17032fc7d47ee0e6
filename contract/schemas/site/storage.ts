export interface StorageScan {
  startedAt: string
  /** Null while the scan is running. */
  finishedAt: string | null
  /** Contents of R2, as far as the scan got. */
  objects: number
  bytes: number
  /** Objects in R2 without a row; those old enough can be cleaned up. */
  orphans: number
  orphanBytes: number
  /** Rows whose object is missing from R2. */
  missing: number
  /** The first hundred of these. */
  missingKeys: string[]
  /** Bytes in the tables minus bytes in R2. The scan corrects sizes that differed. */
  driftBytes: number
}

/** `videoBytes` and `imageBytes` are the sums of the video and picture kinds; the rest is text. */
export interface StorageStats {
  totalBytes: number
  videoBytes: number
  imageBytes: number
  storageType: string
  bucket: string
  baseUrl: string
  kinds: { kind: string; objects: number; bytes: number }[]
  budgetBytes: number
  /** Dollars a month for current storage, without operations. */
  monthlyCost: number
  /** Marked for deletion, not deleted yet. */
  pendingDeletion: number
  scan: StorageScan | null
}

export interface OrphanObject {
  key: string
  bytes: number
  uploadedAt: string
}

/** Result of a clean-up; `left`: more orphans are old enough to delete. */
export interface CleanedOrphans {
  objects: number
  bytes: number
  left: boolean
}
