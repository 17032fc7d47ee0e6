import type { Video } from '#contract/schemas/videos/video'
import type { Visibility } from '#contract/values/videos/video'

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

/** How its owner wants a video shown: the visibility, or private until a time. */
export type ShownAs = Visibility | 'scheduled'

export const shownNames: Record<ShownAs, string> = {
  public: 'Public',
  unlisted: 'Unlisted',
  scheduled: 'Scheduled',
  private: 'Private',
}

export function shownAs({ visibility, publishAt }: Pick<Video, 'visibility' | 'publishAt'>): ShownAs {
  return visibility === 'private' && publishAt ? 'scheduled' : visibility
}
