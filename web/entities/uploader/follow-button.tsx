import { Check, UserPlus } from 'lucide-react'
import type { Profile } from '#contract/schemas/videos/profiles'
import { Button } from '../../ui/button'
import type { Following } from './use-follow'

export interface FollowButtonProps {
  uploader: Pick<Profile, 'username'>
  follow: Following
  className?: string
}

export function FollowButton({ uploader, follow: { following, toggle }, className }: FollowButtonProps) {
  const Sign = following ? Check : UserPlus
  const words = following ? 'Following' : 'Follow'
  return (
    <Button
      variant={following ? 'secondary' : 'primary'}
      aria-pressed={following}
      aria-label={`${words} ${uploader.username}`}
      onClick={toggle}
      // Wide enough for the longer label, so that nothing moves when it changes.
      className={`min-w-33 ${className ?? ''}`}
    >
      <Sign aria-hidden="true" className="size-4.5" />
      {words}
    </Button>
  )
}
