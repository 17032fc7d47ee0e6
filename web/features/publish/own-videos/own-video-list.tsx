import { useInfiniteQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { counts } from '../../../../contract/values/shared/limits'
import type { OwnTab } from '../../../../contract/values/videos/videos'
import { meantPublic } from '../../../entities/video/video-state'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { paths } from '../../../lib/paths'
import { Button, ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { useResubmit, useTogglePublic } from './mutations'
import { OwnVideoCard } from './own-video-card'
import { ownVideosQuery, processingInterval } from './queries'

const DeleteOwnVideoDialog = lazyDialog(() => import('./delete-own-video-dialog'), 'DeleteOwnVideoDialog')

const emptyTabs: Record<Exclude<OwnTab, 'all'>, string> = {
  public: 'You have no public videos',
  unlisted: 'You have no unlisted videos',
  scheduled: 'You have no scheduled videos',
  private: 'You have no private videos',
  premium: 'You have no premium videos',
  free: 'You have no free videos',
}

export interface OwnVideoListProps {
  tab: OwnTab
  /** Renders the work that is still running for a video, if any. */
  renderWork: (video: Video) => ReactNode
  onDeleted: (id: number) => void
}

export function OwnVideoList({ tab, renderWork, onDeleted }: OwnVideoListProps) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...ownVideosQuery(tab),
      refetchInterval: ({ state }) => processingInterval(state.data),
    })
  const { mutate: toggle } = useTogglePublic()
  const { mutate: resubmit, isPending: isResubmitting } = useResubmit()
  const [toDelete, setToDelete] = useState<Video | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(toDelete !== null, region)
  const videos = data?.pages.flatMap(({ items }) => items)

  if (isPending) return <Skeletons />
  if (error && !videos) return <LoadError error={error} onRetry={refetch} />
  return (
    <section ref={region} tabIndex={-1} aria-label="Your videos">
      {videos?.length === 0 ? (
        <Empty tab={tab} />
      ) : (
        <ul className="card-grid">
          {videos?.map((video) => (
            <li key={video.id}>
              <OwnVideoCard
                video={video}
                onToggle={() => toggle({ id: video.id, change: { isPublic: !meantPublic(video) } })}
                onDelete={() => {
                  rememberOpener()
                  setToDelete(video)
                }}
                onResubmit={() => resubmit(video.id)}
                resubmitting={isResubmitting}
                work={renderWork(video)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <div className="mt-8 text-center">
          <Button onClick={() => fetchNextPage()} busy={isFetchingNextPage}>
            Load more
          </Button>
        </div>
      ) : null}
      <Suspense>
        {toDelete ? (
          <DeleteOwnVideoDialog video={toDelete} onClose={() => setToDelete(null)} onDeleted={onDeleted} />
        ) : null}
      </Suspense>
    </section>
  )
}

function Empty({ tab }: { tab: OwnTab }) {
  if (tab !== 'all') return <EmptyState icon={<Clapperboard />} title={emptyTabs[tab]} />
  return (
    <EmptyState
      icon={<Clapperboard />}
      title="You haven't uploaded any videos yet"
      action={<ButtonLink to={paths.uploadVideo}>Upload Your First Video</ButtonLink>}
    />
  )
}

function Skeletons() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading your videos" className="card-grid">
      {Array.from({ length: counts.ownSkeletons }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never move
        <div key={index}>
          <Skeleton className="aspect-video rounded-card" />
          <Skeleton className="mt-[13px] h-4 w-4/5" />
          <Skeleton className="mt-[9px] h-3 w-2/5" />
          <div className="h-1" />
        </div>
      ))}
    </div>
  )
}
