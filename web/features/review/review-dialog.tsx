import { useQuery } from '@tanstack/react-query'
import type { Video } from '../../../contract/schemas/videos'
import { videoQuery } from '../../lib/queries/videos'
import { Alert } from '../../ui/alert'
import { Dialog } from '../../ui/dialog'
import { LoadError } from '../../ui/load-error'
import { Skeleton } from '../../ui/skeleton'
import { ReviewDesk } from './review-desk'
import { rungsOf } from './rungs'

/** The review player: every file of a video, each by itself. */
export function ReviewDialog({ video: { id, title }, onClose }: { video: Video; onClose: () => void }) {
  const { data: video, error, refetch } = useQuery(videoQuery(id))
  const rungs = rungsOf(video?.sources ?? [])
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description="Every quality is a file of its own, made by the uploader."
      width="sm:max-w-4xl"
    >
      {error && !video ? (
        <LoadError error={error} onRetry={refetch} />
      ) : video === undefined ? (
        <div aria-busy="true">
          <Skeleton className="aspect-video rounded-panel" />
        </div>
      ) : video && rungs[0] ? (
        <ReviewDesk video={video} rungs={[rungs[0], ...rungs.slice(1)]} />
      ) : (
        <Alert tone="warning" title="There is nothing to play">
          The video was changed or removed in the meantime.
        </Alert>
      )}
    </Dialog>
  )
}
