import clsx from 'clsx'
import { Heart } from 'lucide-react'
import type { Video } from '#contract/schemas/videos/video'
import { Button } from '#web/ui/button.tsx'
import { useLike } from './use-like'

export function LikeButton({ video }: { video: Video }) {
  const { liked, toggle } = useLike(video)
  return (
    <Button aria-pressed={liked} onClick={toggle}>
      <Heart
        aria-hidden="true"
        className={clsx('size-4.5 transition-colors', liked && 'fill-accent text-accent')}
      />
      Like
    </Button>
  )
}
