import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { relatedQuery } from '#web/entities/video/video-queries'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { RelatedCard } from './related-card'
import { RelatedSkeletons, relatedGrid } from './related-skeletons'

interface RelatedVideosProps {
  video: Video | undefined
  /** The list that plays, which stays from one of its videos to the next. */
  list?: ReactNode
}

/** Lists videos to watch next, of the same category first; placeholders while `video` is undefined. */
export function RelatedVideos({ video, list }: RelatedVideosProps) {
  const id = useId()
  return (
    <aside aria-labelledby={id}>
      {list}
      {/* The key makes the real list replace the placeholders instead of moving them below a longer title. */}
      <Related key={video?.id} id={id} video={video} />
    </aside>
  )
}

function Related({ id, video }: { id: string; video: Video | undefined }) {
  const { data, error, refetch } = useQuery({
    ...relatedQuery(video?.id ?? 0, video?.unlistedKey),
    enabled: video !== undefined,
  })
  const others = data?.items
  return (
    <>
      <h2 id={id} className="mb-3 font-bold text-section lg:text-lead">
        Related Videos
      </h2>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !others ? (
        <RelatedSkeletons />
      ) : others.length === 0 ? (
        <p className="rounded-card border border-line px-5 py-8 text-center text-dim">
          There are no other videos yet.
        </p>
      ) : (
        <ul aria-labelledby={id} className={relatedGrid}>
          {others.map((each) => (
            <li key={each.id}>
              <RelatedCard video={each} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
