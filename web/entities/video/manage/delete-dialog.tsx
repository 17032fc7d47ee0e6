import type { ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

export interface DeleteVideoDialogProps {
  /** The consequence; by default, that the video is gone for good. */
  description?: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** Names the video. */
  children: ReactNode
}

export function DeleteVideoDialog(props: DeleteVideoDialogProps) {
  return (
    <ConfirmDialog
      title="Delete Video"
      description="Are you sure you want to delete this video? This action cannot be undone."
      act={['Delete', 'Deleting...']}
      destructive
      {...props}
    />
  )
}
