import type { Video } from '../../../../contract/schemas/videos/videos'

/** Who can watch a link's target. */
export type Audience = 'everyone' | 'members' | 'nobody'

/**
 * Returns who can see a video. Its status is told only to its owner and staff; for others it is absent, so it
 * is visible.
 */
export function audienceOf({ isPublic, isPremium, status, review, hold }: Video): Audience {
  const isShown =
    isPublic && (status ?? 'ready') === 'ready' && (review ?? 'approved') === 'approved' && !hold
  if (!isShown) return 'nobody'
  return isPremium ? 'members' : 'everyone'
}
