import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { queueParam } from '#web/lib/navigation/admin-paths'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { PendingCard } from './pending-card'
import { pendingQuery } from './queries'
import { useDecide } from './use-decide'
import { useQueue } from './use-queue'

/** Contains the player and the studio, which nothing else on the page needs. */
const ReviewDialog = lazyDialog(() => import('./review-dialog'), 'ReviewDialog')
const RejectionDialog = lazyDialog(
  () => import('#web/entities/video/manage/rejection-dialog.tsx'),
  'RejectionDialog',
)

export interface PendingContentProps {
  /** Renders the dialog that corrects a video. */
  renderCorrect: (video: AdminVideo, onClose: () => void) => ReactNode
}

/** Lists the videos that await approval, in the order that the address names. */
export function PendingContent({ renderCorrect }: PendingContentProps) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const order = params.get(queueParam.name) === queueParam.newest ? 'desc' : 'asc'
  const query = useInfiniteQuery(pendingQuery(order))
  const queue = useQueue(query)
  /** The video whose rejection is being given a reason. */
  const [refused, setRefused] = useState<AdminVideo | null>(null)
  const [corrected, setCorrected] = useState<AdminVideo | null>(null)
  const region = useRef<HTMLElement>(null)
  const { mutate: decide, isPending } = useDecide(order, (video, waiting) => {
    setRefused(null)
    queue.leave(video, waiting)
  })
  // A card's own button is removed with the card.
  const rememberOpener = useFocusAfter(queue.current !== null || refused !== null || isPending, region)
  useFailedTo('load pending videos', query.error)

  function sort(newest: boolean) {
    const next = new URLSearchParams(params)
    next.delete(queueParam.name)
    if (newest) next.set(queueParam.name, queueParam.newest)
    setParams(next, { replace: true })
  }

  function review(video: AdminVideo) {
    rememberOpener()
    queue.open(video)
  }

  function approve(video: AdminVideo) {
    rememberOpener()
    decide({ video, rejection: null })
  }

  function refuse(video: AdminVideo) {
    if (!queue.current) rememberOpener()
    setRefused(video)
  }

  return (
    <section ref={region} tabIndex={-1} aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-bold text-section">
          Pending Content for Approval
        </h2>
        <Select
          aria-label="Order of the review queue"
          className="w-auto"
          value={order}
          onChange={(event) => sort(event.target.value === 'desc')}
        >
          <option value="asc">Longest waiting first</option>
          <option value="desc">Newest first</option>
        </Select>
      </div>
      <PagedList query={query} skeleton={<Skeletons />} empty={<Empty />}>
        {(videos) => (
          <ul aria-labelledby={id} className="grid gap-4 md:max-lg:grid-cols-2 2xl:grid-cols-2">
            {videos.map((video) => (
              <li key={video.id}>
                <PendingCard
                  video={video}
                  busy={isPending}
                  onReview={() => review(video)}
                  onApprove={() => approve(video)}
                  onReject={() => refuse(video)}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {queue.current ? (
          <ReviewDialog
            video={queue.current}
            following={queue.following}
            isAlone={queue.isAlone}
            place={queue.place}
            busy={isPending}
            // The dialog that asks for the reason has the keyboard then.
            paused={refused !== null || corrected !== null}
            onApprove={(video) => decide({ video, rejection: null })}
            onReject={refuse}
            onCorrect={setCorrected}
            onMove={queue.move}
            onClose={queue.close}
          />
        ) : null}
      </Suspense>
      {corrected ? renderCorrect(corrected, () => setCorrected(null)) : null}
      {/* In its own Suspense: while it loads, the desk stays. */}
      <Suspense>
        {refused ? (
          <RejectionDialog
            title="Reject video"
            description={`“${refused.title}” will be made private. ${refused.uploader.username} can edit and resubmit it.`}
            busy={isPending}
            onReject={(rejection) => decide({ video: refused, rejection })}
            onClose={() => setRefused(null)}
          />
        ) : null}
      </Suspense>
    </section>
  )
}

function Empty() {
  return (
    <EmptyState
      icon={<CheckCheck />}
      level={3}
      title="No Pending Content"
      text="Videos pending review will appear here."
    />
  )
}

function Skeletons() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Loading pending videos"
      className="grid gap-4 md:max-lg:grid-cols-2 2xl:grid-cols-2"
    >
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-80 rounded-card sm:h-46" />
      ))}
    </div>
  )
}
