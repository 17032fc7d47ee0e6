import type { UploadPhase } from '../engine/upload'
import type { DeliveryState } from './job-delivery'

/** Phases in which an upload would stop with its tab. In the others it waits. */
const moving: readonly UploadPhase[] = ['sending', 'finishing']

/** Returns whether a delivery is being worked on in this tab now, and would stop with it. */
export function isAtWork({
  ended,
  elsewhere,
  error,
  videoId,
  upload,
  making,
  sending,
}: DeliveryState): boolean {
  if (ended || elsewhere || error !== null) return false
  const isSending = videoId === null && moving.includes(upload.phase)
  const isMaking = making !== null && making.task !== 'waiting'
  return isSending || isMaking || (sending !== null && moving.includes(sending.upload.phase))
}
