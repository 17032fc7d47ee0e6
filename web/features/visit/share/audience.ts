import type { Video } from '../../../../contract/schemas/videos/videos'

/** Who can watch a link's target. */
export type Audience = 'everyone' | 'members' | 'nobody'

/**
 * Returns who can watch a video. A missing state counts as visible, since only its owner and staff receive
 * it.
 */
export function audienceOf({ isPublic, isPremium, status, review, hold }: Video): Audience {
  const isShown =
    isPublic && (status ?? 'ready') === 'ready' && (review ?? 'approved') === 'approved' && !hold
  if (!isShown) return 'nobody'
  return isPremium ? 'members' : 'everyone'
}
