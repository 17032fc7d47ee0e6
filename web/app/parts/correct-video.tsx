import { useQuery } from '@tanstack/react-query'
import type { Video } from '#contract/schemas/videos/video'
import { CorrectDialog } from '../../features/admin/correct/correct-dialog'
import { caseQuery } from '../../features/admin/review/queries'
import { CaptionsEditor } from '../../features/publish/captions/captions-editor'
import { deskTracks, TracksContext } from '../../features/publish/captions/tracks'
import { wantsBlurred } from '../../features/publish/upload/pictures/upload-blurred'
import { PosterPicker } from '../../features/publish/upload/poster/poster-picker'
import { usePoster } from '../../features/publish/upload/poster/use-poster'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Dialog } from '../../ui/overlay/dialog'

export interface CorrectVideoProps {
  videoId: number
  onClose: () => void
}

/** Corrects any video: its texts, its picture, and its captions with the uploader's own tools. */
export function CorrectVideo({ videoId, onClose }: CorrectVideoProps) {
  // A copy cached for the player may be too old here: the texts may have been changed since.
  const query = useQuery({ ...caseQuery(videoId), staleTime: 0 })
  const { data: video, error, refetch, isFetchedAfterMount } = query
  if (video && isFetchedAfterMount) return <Loaded key={videoId} video={video} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Correct video"
    >
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading the video">
          <Skeleton className="aspect-video rounded-panel" />
        </div>
      )}
    </Dialog>
  )
}

function Loaded({ video, onClose }: { video: Video; onClose: () => void }) {
  const { videoUrl, duration, thumbnailUrl } = video
  const source = videoUrl && duration ? { file: videoUrl, duration } : null
  const poster = usePoster(source, false)

  async function uploadPictures() {
    const thumbnailFile = await poster.upload()
    const blurredFile = thumbnailFile && wantsBlurred(video) ? await poster.uploadBlurred() : null
    return { ...(thumbnailFile && { thumbnailFile }), ...(blurredFile && { blurredFile }) }
  }

  return (
    <CorrectDialog
      video={video}
      picture={source ? <PosterPicker video={source} poster={poster} currentUrl={thumbnailUrl} /> : null}
      isPictureChanged={poster.isSet}
      uploadPictures={uploadPictures}
      captions={
        <TracksContext value={deskTracks}>
          <CaptionsEditor video={video} />
        </TracksContext>
      }
      onClose={onClose}
    />
  )
}
