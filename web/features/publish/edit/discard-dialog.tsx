import { ConfirmDialog } from '../../../ui/confirm-dialog'
import type { LeaveGuard } from './use-leave-guard'

export interface DiscardDialogProps {
  guard: LeaveGuard
  onDiscard: () => void
  onClose: () => void
}

export function DiscardDialog({ guard, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      description="What you changed on this page has not been saved and will be lost."
      act={['Discard Changes']}
      cancel="Keep Editing"
      destructive
      onConfirm={() => {
        onDiscard()
        guard.leave()
      }}
      onClose={onClose}
    />
  )
}
