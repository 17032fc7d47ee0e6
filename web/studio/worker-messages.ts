import type { VideoLimits } from './limits'

/** What is asked of the studio's worker. One worker does one thing. */
export type WorkerRequest =
  | { kind: 'prepare'; file: Blob; name: string; limits: VideoLimits }
  | { kind: 'frame'; video: Blob | string; second: number }
  | { kind: 'cancel' }

export interface PreparedFile {
  /** The file, when it could not be stored in OPFS. */
  blob: Blob | null
  contentType: string
  /** Seconds. */
  duration: number
  width: number
  height: number
}

export type WorkerReply =
  | { kind: 'progress'; share: number }
  | { kind: 'prepared'; file: PreparedFile }
  | { kind: 'frame'; picture: Blob | null }
  | { kind: 'refused'; message: string }
  | { kind: 'cancelled' }
