import type { Video } from '../../../contract/schemas/videos/videos'

export type VideoState = 'held' | 'failed' | 'rejected' | 'processing' | 'pending'

/** Returns the gravest reason why a video can't be seen; null when only its owner may be hiding it. */
export function stateOf({ status, review, hold }: Video): VideoState | null {
  if (hold) return 'held'
  if (status === 'failed') return 'failed'
  if (review === 'rejected') return 'rejected'
  if (status === 'processing') return 'processing'
  if (review === 'pending') return 'pending'
  return null
}

/** Returns whether the owner wants the video public, even while a rejection hides it. */
export function meantPublic({ publicOnApproval, isPublic }: Video): boolean {
  return publicOnApproval ?? isPublic
}
