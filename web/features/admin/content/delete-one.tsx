import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { DeleteVideoDialog } from '../../../entities/video/delete-video-dialog'
import { useDeleteVideo } from './mutations'
import { VideoNames } from './video-names'

export function DeleteOne({ video, onClose }: { video: AdminVideo; onClose: () => void }) {
  const { mutate, isPending } = useDeleteVideo()
  return (
    <DeleteVideoDialog
      busy={isPending}
      onConfirm={() => mutate(video, { onSuccess: onClose })}
      onClose={onClose}
    >
      <VideoNames videos={[video]} />
    </DeleteVideoDialog>
  )
}
