import type { Video } from '../../../../contract/schemas/videos/videos'

/** Who can watch what a link leads to. */
export type Audience = 'everyone' | 'members' | 'nobody'

/** What only its owner and staff see of a video tells whether anybody else can: its state is told to them alone. */
export function audienceOf({ isPublic, isPremium, status, review, hold }: Video): Audience {
  const isShown =
    isPublic && (status ?? 'ready') === 'ready' && (review ?? 'approved') === 'approved' && !hold
  if (!isShown) return 'nobody'
  return isPremium ? 'members' : 'everyone'
}
