import type { Video } from '#contract/schemas/videos/video'

/** Who can watch a link's target. */
export type Audience = 'everyone' | 'link' | 'members' | 'nobody'

/**
 * Returns who can watch a video. A missing state counts as visible, since only its owner and staff receive
 * it.
 */
export function audienceOf(video: Video): Audience {
  const { isPublic, unlistedKey, isPremium, status, review, hold } = video
  const isShown =
    (isPublic || Boolean(unlistedKey)) &&
    (status ?? 'ready') === 'ready' &&
    (review ?? 'approved') === 'approved' &&
    !hold
  if (!isShown) return 'nobody'
  if (isPremium) return 'members'
  return isPublic ? 'everyone' : 'link'
}
