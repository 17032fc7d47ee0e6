import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
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
      description="Your changes on this page haven't been saved and will be lost."
      act={['Discard changes']}
      cancel="Keep editing"
      destructive
      onConfirm={() => {
        onDiscard()
        guard.leave()
      }}
      onClose={onClose}
    />
  )
}
