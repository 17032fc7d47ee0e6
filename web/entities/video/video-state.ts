import type { Video } from '../../../contract/schemas/videos/videos'

export type VideoState = 'held' | 'failed' | 'rejected' | 'processing' | 'pending'

/** What keeps a video from being seen, the gravest first; null when nothing does but its owner. */
export function stateOf({ status, review, hold }: Video): VideoState | null {
  if (hold) return 'held'
  if (status === 'failed') return 'failed'
  if (review === 'rejected') return 'rejected'
  if (status === 'processing') return 'processing'
  if (review === 'pending') return 'pending'
  return null
}

/** Whether its owner means it to be public, also while a rejection hides it. */
export function meantPublic({ publicOnApproval, isPublic }: Video): boolean {
  return publicOnApproval ?? isPublic
}
