import { useNavigate } from 'react-router'
import type { VideoList } from '#contract/schemas/videos/lists'
import { paths } from '#web/lib/navigation/paths'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useDeleteList } from './mutations'

export function DeleteListDialog({ list, onClose }: { list: VideoList; onClose: () => void }) {
  const { mutate: remove, isPending } = useDeleteList(list.id)
  const navigate = useNavigate()

  function confirm() {
    remove(undefined, {
      onSuccess: () => {
        toast({ title: 'List deleted' })
        navigate(paths.lists, { replace: true })
      },
      onError: (error) => errorToast("Couldn't delete the list", error),
    })
  }

  return (
    <ConfirmDialog
      title="Delete this list?"
      description="This permanently deletes the list and its link."
      act={['Delete list', 'Deleting...']}
      destructive
      busy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere font-medium">{list.name}</p>
    </ConfirmDialog>
  )
}
