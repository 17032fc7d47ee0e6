import type { UploadKind } from '../../../../../contract/values/videos/videos'

/** What must be known to go on with an upload after a reload. */
export interface ResumeRecord {
  kind: UploadKind
  contentType: string
  fileName: string
  size: number
  fingerprint: string
  /** Null until the server has opened it. */
  uploadId: string | null
  /** Name of the made file in OPFS; null when it is in memory only and a reload loses it. */
  storedName: string | null
  /** Seconds; null for a picture. */
  duration: number | null
}

/** Remembers one upload. */
export interface ResumeStore {
  load(): ResumeRecord | null
  save(record: ResumeRecord): void
  clear(): void
}
