import { Heart } from 'lucide-react'
import type { Video } from '#contract/schemas/videos/video'
import { formatRating, viewsLabel } from '#web/lib/format'
import { Ago } from '#web/ui/text/ago.tsx'

/** Renders views, rating and age of a video on its card. Where the line is too short, it goes on below. */
export function Facts({ video }: { video: Video }) {
  const rating = formatRating(video.likes, video.views)
  return (
    <p className="mt-0.5 text-faint text-meta tabular-nums *:whitespace-nowrap">
      <span>{viewsLabel(video.views)}</span>
      {' · '}
      {rating ? (
        <>
          <span>
            <Heart aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
            {rating}
            <span className="sr-only"> liked it</span>
          </span>
          {' · '}
        </>
      ) : null}
      <Ago at={video.createdAt} />
    </p>
  )
}
