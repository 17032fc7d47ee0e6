import type { PosterPictures } from '#contract/schemas/uploads/upload'
import type { UploadKind } from '#contract/values/uploads/upload'

/** The data needed to resume an upload after a reload. */
export interface ResumeRecord {
  kind: UploadKind
  contentType: string
  fileName: string
  size: number
  fingerprint: string
  /** Null until the server has opened it. */
  uploadId: string | null
  /** Whether the server had all of it once. */
  isSent?: boolean
  /** Name of the derived file in OPFS; null when it is only in memory and a reload loses it. */
  storedName: string | null
  /** Seconds; null for a picture. */
  duration: number | null
  /** Set for a poster in several widths. */
  pictures?: PosterPictures
}
