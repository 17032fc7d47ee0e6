import { useInfiniteQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { counts } from '#contract/values/shared/limits'
import { type OwnTab, ownBulkSize, trashDays } from '#contract/values/videos/video'
import { useSelection } from '#web/entities/video/manage/use-selection'
import { meantPublic } from '#web/entities/video/state/video-state'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { useOwnBulk, useResubmit, useTogglePublic } from './mutations'
import { type AskedOwn, OwnBulkDock } from './own-bulk-dock'
import type { OwnList } from './own-list'
import { OwnToolbar } from './own-toolbar'
import type { OwnVideoActs } from './own-video-actions'
import { OwnVideoCard } from './own-video-card'
import { OwnVideoTable } from './own-video-table'
import { ownVideosQuery, processingInterval } from './queries'
import { useViewChoice } from './use-view-choice'

const DeleteOwnVideoDialog = lazyDialog(() => import('./delete-own-video-dialog'), 'DeleteOwnVideoDialog')

const emptyTabs: Record<Exclude<OwnTab, 'all'>, string> = {
  public: 'You have no public videos',
  unlisted: 'You have no unlisted videos',
  scheduled: 'You have no scheduled videos',
  private: 'You have no private videos',
  premium: 'You have no premium videos',
  free: 'You have no free videos',
  processing: 'No videos being processed',
  pending: 'No videos pending review',
  rejected: 'You have no rejected videos',
  failed: 'You have no failed videos',
  deleted: 'You have no deleted videos',
}

export interface OwnVideoListProps {
  list: OwnList
  onList: (list: OwnList) => void
  /** Renders the work that is still running for a video, if any. */
  renderWork: (video: Video) => ReactNode
  /** Called when a video was deleted for good. One in the trash may come back. */
  onDeleted: (id: number) => void
}

export function OwnVideoList({ list, onList, renderWork, onDeleted }: OwnVideoListProps) {
  const query = useInfiniteQuery({
    ...ownVideosQuery(list),
    refetchInterval: ({ state }) => processingInterval(state.data),
  })
  const videos = query.data?.pages.flatMap(({ items }) => items) ?? []
  const selection = useSelection(videos, ownBulkSize)
  const { view, isWide, choose } = useViewChoice()
  const { mutate: toggle } = useTogglePublic()
  const { mutate: resubmit, isPending: isResubmitting } = useResubmit()
  const { mutate: changeMany } = useOwnBulk()
  const [toDelete, setToDelete] = useState<Video | null>(null)
  const [asked, setAsked] = useState<AskedOwn | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(toDelete !== null || asked !== null, region)
  const inTrash = list.tab === 'deleted'
  const hasNone = query.data !== undefined && videos.length === 0 && !query.hasNextPage && !list.find

  const acts: OwnVideoActs = {
    onToggle: (video) => toggle({ id: video.id, change: { isPublic: !meantPublic(video) } }),
    onDelete: (video) => {
      rememberOpener()
      setToDelete(video)
    },
    onResubmit: ({ id }) => resubmit(id),
    resubmitting: isResubmitting,
    onRestore: ({ id }) => {
      changeMany(
        { ids: [id], action: 'restore' },
        {
          onSuccess: ([result]) => {
            if (result && !result.ok) errorToast('Restore failed', result.detail ?? 'Please try again.')
          },
        },
      )
      // The pressed button is removed with its card.
      region.current?.focus()
    },
    onDeleteForGood: (video) => {
      rememberOpener()
      setAsked({ action: 'delete-for-good', videos: [video] })
    },
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Your videos" className="flex min-w-0 flex-col gap-4">
      {inTrash ? (
        <p className="text-dim text-meta">
          Deleted videos are kept for {trashDays} days, and count towards your storage until then.
        </p>
      ) : null}
      {hasNone ? null : (
        <OwnToolbar list={list} onList={onList} view={isWide ? view : null} onView={choose} />
      )}
      <div>
        <PagedList
          query={query}
          skeleton={<Skeletons />}
          empty={<Empty list={list} onReset={() => onList({ ...list, find: '' })} />}
        >
          {() => (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <p className="text-dim text-meta tabular-nums">{videos.length} shown</p>
                <Button variant="ghost" onClick={selection.chooseAll}>
                  {videos.length > ownBulkSize ? `Select first ${ownBulkSize}` : 'Select all shown'}
                </Button>
              </div>
              {view === 'table' ? (
                <OwnVideoTable
                  videos={videos}
                  list={list}
                  onSort={(sort, isAscending) => onList({ ...list, sort, isAscending })}
                  acts={acts}
                  selection={selection}
                  renderWork={renderWork}
                />
              ) : (
                <ul className="card-grid">
                  {videos.map((video) => (
                    <li key={video.id}>
                      <OwnVideoCard
                        video={video}
                        acts={acts}
                        selection={selection}
                        work={renderWork(video)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </PagedList>
      </div>
      <OwnBulkDock
        selection={selection}
        inTrash={inTrash}
        asked={asked}
        onAsk={(next) => {
          if (next) rememberOpener()
          setAsked(next)
        }}
        onDeleted={onDeleted}
      />
      <Suspense>
        {toDelete ? <DeleteOwnVideoDialog video={toDelete} onClose={() => setToDelete(null)} /> : null}
      </Suspense>
    </section>
  )
}

function Empty({ list: { tab, find }, onReset }: { list: OwnList; onReset: () => void }) {
  if (find) {
    return (
      <EmptyState
        icon={<Clapperboard />}
        title={`No results for "${find}"`}
        text="Check the spelling, or look under another tab."
        action={<Button onClick={onReset}>Show all</Button>}
      />
    )
  }
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
          <Skeleton className="mt-3.25 h-4 w-4/5" />
          <Skeleton className="mt-2.25 h-3 w-2/5" />
          <Skeleton className="mt-2.25 h-3 w-2/5" />
          <div className="h-1" />
        </div>
      ))}
    </div>
  )
}
