import clsx from 'clsx'
import { Bookmark } from 'lucide-react'
import type { Video } from '#contract/schemas/videos/video'
import { Button } from '#web/ui/button.tsx'
import { useSaved } from './use-saved'

export interface SaveButtonProps {
  video: Video
  /**
   * On a card it is a round icon over the picture, shown when the card is pointed at or the video is saved.
   */
  look: 'button' | 'hero' | 'card'
  /** For the button alone, such as the shape beside another one. */
  className?: string
}

/** Saves a video for later. Loaded on demand, since no page waits for it. */
export function SaveButton({ video, look, className }: SaveButtonProps) {
  const { saved, toggle } = useSaved(video)
  const words = saved ? 'Saved' : 'Save'
  const sign = (
    <Bookmark
      aria-hidden="true"
      className={clsx('size-4.5 transition-colors', saved && 'fill-accent text-accent')}
    />
  )
  if (look === 'card') {
    return (
      <button
        type="button"
        aria-pressed={saved}
        aria-label={`${words}: ${video.title}`}
        title={words}
        onClick={toggle}
        className={clsx(
          // Above the link that covers the card.
          'absolute top-1 right-1 z-1 grid size-10 place-items-center rounded-full bg-black/55 text-white',
          'transition-[background-color,opacity] hover:bg-black/80 pointer-coarse:size-11',
          !saved && 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        {sign}
      </button>
    )
  }
  return (
    <Button
      aria-pressed={saved}
      onClick={toggle}
      size={look === 'hero' ? 'lg' : 'md'}
      aria-label={look === 'hero' ? `${words}: ${video.title}` : undefined}
      // Wide enough for the longer label, so that nothing moves when it changes.
      className={clsx(look === 'hero' ? 'min-w-32 sm:min-w-36' : 'min-w-30', className)}
    >
      {sign}
      {words}
    </Button>
  )
}
