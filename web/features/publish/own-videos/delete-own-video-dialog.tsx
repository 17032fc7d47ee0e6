import type { Video } from '#contract/schemas/videos/video'
import { DeleteVideoDialog } from '#web/entities/video/manage/delete-dialog.tsx'
import { useDeleteVideo } from './mutations'
import { keptForDays } from './own-bulk-words'

export interface DeleteOwnVideoDialogProps {
  video: Video
  onClose: () => void
}

export function DeleteOwnVideoDialog({ video, onClose }: DeleteOwnVideoDialogProps) {
  const { mutate, isPending } = useDeleteVideo()
  return (
    <DeleteVideoDialog
      description={`Are you sure you want to delete this video? ${keptForDays}`}
      busy={isPending}
      onConfirm={() => mutate(video.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="font-medium">{video.title}</p>
    </DeleteVideoDialog>
  )
}
