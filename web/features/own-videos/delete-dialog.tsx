import type { Video } from '../../../contract/schemas/videos'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useDeleteVideo } from './mutations'

export interface DeleteDialogProps {
  /** The video in question; null while there is none. */
  video: Video | null
  onClose: () => void
  onDeleted: (id: number) => void
}

export function DeleteDialog({ video, onClose, onDeleted }: DeleteDialogProps) {
  const { mutate, isPending } = useDeleteVideo((id) => {
    onDeleted(id)
    onClose()
  })
  return (
    <Dialog
      alert
      open={video !== null}
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title="Delete Video"
      description="Are you sure you want to delete this video? This action cannot be undone."
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => video && mutate(video.id)}>
            {isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      {video ? <p className="font-medium">{video.title}</p> : null}
    </Dialog>
  )
}
