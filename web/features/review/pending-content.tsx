import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { Video } from '../../../contract/schemas/videos'
import { EmptyState } from '../../ui/empty-state'
import { LoadError } from '../../ui/load-error'
import { LoadMore } from '../../ui/load-more'
import { Skeleton } from '../../ui/skeleton'
import { PendingCard } from './pending-card'
import { pendingQuery } from './queries'

/** With the player and the studio, which nobody else on the page needs. */
const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog')).ReviewDialog }))

/** What waits for approval, the oldest first. */
export function PendingContent() {
  const id = useId()
  const [reviewed, setReviewed] = useState<Video | null>(null)
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Pending Content for Approval
      </h2>
      <PendingList labelId={id} onReview={setReviewed} />
      <Suspense>
        {reviewed ? <ReviewDialog video={reviewed} onClose={() => setReviewed(null)} /> : null}
      </Suspense>
    </section>
  )
}

function PendingList({ labelId, onReview }: { labelId: string; onReview: (video: Video) => void }) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(pendingQuery)
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  const videos = data?.pages.flatMap((page) => page.items)
  if (videos?.length === 0) {
    return (
      <EmptyState
        icon={<CheckCheck />}
        level={3}
        title="No Pending Content"
        text="Videos that wait for approval will stand here."
      />
    )
  }
  return (
    <>
      <ul
        aria-labelledby={labelId}
        aria-busy={videos ? undefined : true}
        className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3"
      >
        {videos
          ? videos.map((video) => (
              <li key={video.id}>
                <PendingCard video={video} onReview={() => onReview(video)} />
              </li>
            ))
          : [1, 2, 3].map((card) => (
              <li key={`skeleton-${card}`}>
                <Skeleton className="h-80 rounded-card sm:h-46" />
              </li>
            ))}
      </ul>
      {hasNextPage ? (
        <LoadMore
          className="mt-4"
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </>
  )
}
