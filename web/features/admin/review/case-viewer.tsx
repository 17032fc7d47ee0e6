import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { playableFilesOf } from './playable-files'
import { caseQuery } from './queries'
import { ReviewDesk } from './review-desk'
import { UploaderCard } from './uploader-card'

export interface CaseViewerProps {
  videoId: number
  /** Renders the dialog that corrects a video, in place of the case. */
  renderCorrect: (video: { id: number }, onBack: () => void) => ReactNode
  onClose: () => void
}

/** Shows a video that a case is about, blurred until it is revealed, and who uploaded it. */
export function CaseViewer({ videoId, renderCorrect, onClose }: CaseViewerProps) {
  const { data: video, error, refetch } = useQuery(caseQuery(videoId))
  const [shown, setShown] = useState(false)
  const [isCorrecting, setIsCorrecting] = useState(false)
  const [first, ...others] = playableFilesOf(video?.sources ?? [])
  if (isCorrecting) return renderCorrect({ id: videoId }, () => setIsCorrecting(false))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={video?.title ?? 'Case'}
      description="Opening a video that is on hold is recorded in the audit log."
      width="sm:max-w-6xl"
    >
      {error && !video ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !video ? (
        <div role="status" aria-busy="true" aria-label="Loading the video">
          <Skeleton className="aspect-video rounded-panel" />
        </div>
      ) : (
        <div className="grid items-start gap-6 pt-2 lg:grid-cols-[minmax(0,1fr)_17rem]">
          {first ? (
            <ReviewDesk video={video} files={[first, ...others]} shown={shown} onShow={setShown} />
          ) : (
            <Alert tone="warning" title="There is nothing to play">
              Its files are still being processed, or have been deleted.
            </Alert>
          )}
          <aside aria-label="About the video" className="grid gap-5">
            {video.description ? (
              <p className="wrap-anywhere whitespace-pre-line">{video.description}</p>
            ) : null}
            {video.hold ? null : (
              <Button onClick={() => setIsCorrecting(true)}>
                <Pencil aria-hidden="true" className="size-4" />
                Correct
              </Button>
            )}
            <UploaderCard videoId={videoId} />
          </aside>
        </div>
      )}
    </Dialog>
  )
}
