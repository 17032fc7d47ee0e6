import { useQuery } from '@tanstack/react-query'
import { Check, ChevronLeft, ChevronRight, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { KeyHints } from './key-hints'
import { playableFilesOf } from './playable-files'
import { reviewedQuery } from './queries'
import { ReviewDesk } from './review-desk'
import { ReviewedFacts } from './reviewed-facts'
import { UploaderCard } from './uploader-card'
import { useReviewKeys } from './use-review-keys'

export interface ReviewDialogProps {
  video: AdminVideo
  /** Preloaded, so that the next review starts quickly. */
  following: AdminVideo | null
  /** No other video waits. */
  isAlone: boolean
  /** The video's position in the queue: `2 of 10`. */
  place: string
  /** A decision is being sent. */
  busy: boolean
  /** Another dialog has the keyboard. */
  paused: boolean
  onApprove: (video: AdminVideo) => void
  onReject: (video: AdminVideo) => void
  onCorrect: (video: AdminVideo) => void
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** Renders the review desk: every file of a video, its uploader, and the decision. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { video, following, isAlone, place, busy, paused } = props
  const { onApprove, onReject, onCorrect, onMove, onClose } = props
  /** ID of the video whose pictures are revealed: the next one is blurred again. */
  const [shown, setShown] = useState<number | null>(null)
  useQuery({ ...reviewedQuery(following ?? video), enabled: following !== null })

  useReviewKeys(
    {
      a: () => onApprove(video),
      r: () => onReject(video),
      n: () => onMove(1),
      j: () => onMove(1),
      k: () => onMove(-1),
      b: () => setShown(shown === video.id ? null : video.id),
    },
    !paused && !busy,
  )

  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={video.title}
      description={
        <span role="status">
          {place}
          <span className="sr-only">, {video.title}</span>
        </span>
      }
      width="sm:max-w-6xl"
      footer={
        <>
          <KeyHints isAlone={isAlone} />
          {isAlone ? null : (
            <>
              <Button variant="ghost" aria-keyshortcuts="k" onClick={() => onMove(-1)} disabled={busy}>
                <ChevronLeft aria-hidden="true" className="size-4" />
                Previous
              </Button>
              <Button variant="ghost" aria-keyshortcuts="n j" onClick={() => onMove(1)} disabled={busy}>
                Next
                <ChevronRight aria-hidden="true" className="size-4" />
              </Button>
            </>
          )}
          <Button aria-keyshortcuts="r" onClick={() => onReject(video)} disabled={busy}>
            <X aria-hidden="true" className="size-4" />
            Reject
          </Button>
          <Button variant="primary" aria-keyshortcuts="a" onClick={() => onApprove(video)} disabled={busy}>
            <Check aria-hidden="true" className="size-4" />
            Approve
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-6 pt-2 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Files
          key={`${video.id} ${video.revision}`}
          video={video}
          shown={shown === video.id}
          onShow={(show) => setShown(show ? video.id : null)}
        />
        <aside aria-label="About the video" className="grid gap-5">
          <ReviewedFacts video={video} />
          <Button onClick={() => onCorrect(video)} disabled={busy}>
            <Pencil aria-hidden="true" className="size-4" />
            Correct
          </Button>
          <UploaderCard videoId={video.id} />
        </aside>
      </div>
    </Dialog>
  )
}

interface FilesProps {
  video: AdminVideo
  shown: boolean
  onShow: (shown: boolean) => void
}

function Files({ video, shown, onShow }: FilesProps) {
  const { data, error, refetch } = useQuery(reviewedQuery(video))
  const files = playableFilesOf(data?.sources ?? [])
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) {
    return (
      <div aria-busy="true">
        <Skeleton className="aspect-video rounded-panel" />
      </div>
    )
  }
  if (!files[0]) {
    return (
      <Alert tone="warning" title="There is nothing to play">
        This video has since been changed or removed.
      </Alert>
    )
  }
  return <ReviewDesk video={data} files={[files[0], ...files.slice(1)]} shown={shown} onShow={onShow} />
}
