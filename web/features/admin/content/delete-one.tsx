import type { AdminVideo } from '#contract/schemas/moderation/content'
import { trashDays } from '#contract/values/videos/video'
import { DeleteVideoDialog } from '#web/entities/video/manage/delete-dialog.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useDeleteVideo } from './mutations'
import { VideoNames } from './video-names'

export function DeleteOne({ video, onClose }: { video: AdminVideo; onClose: () => void }) {
  const { mutate, isPending } = useDeleteVideo()
  const { user } = useViewer()
  // The viewer's own video goes to the trash first.
  const isRestorable = video.userId === user?.id && video.hold !== 'trash'
  return (
    <DeleteVideoDialog
      {...(isRestorable && {
        description: `Are you sure you want to delete this video? You can restore it from My Videos for ${trashDays} days.`,
      })}
      busy={isPending}
      onConfirm={() => mutate(video, { onSuccess: onClose })}
      onClose={onClose}
    >
      <VideoNames videos={[video]} />
    </DeleteVideoDialog>
  )
}
