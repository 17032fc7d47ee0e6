import type { Video } from '#contract/schemas/videos/video'

/** Shows at the foot of a poster how far the video was watched; nothing where there is nothing to resume. */
export function WatchedBar({ position, duration }: Pick<Video, 'position' | 'duration'>) {
  if (!position || !duration) return null
  const percent = Math.min(100, Math.round((position / duration) * 100))
  return (
    <span className="absolute inset-x-0 bottom-0 h-1 bg-black/60">
      <span
        // Not as an attribute: in the worker's HTML, the content policy would refuse it.
        ref={(bar) => {
          if (bar) bar.style.width = `${percent}%`
        }}
        className="block h-full bg-accent"
      />
      <span className="sr-only">{percent}% watched</span>
    </span>
  )
}
