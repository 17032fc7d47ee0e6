import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { LeaveGuard } from './use-leave-guard'

export interface LeaveDialogProps {
  guard: LeaveGuard
  onDiscard: () => void
}

export function LeaveDialog({ guard, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      alert
      open={guard.asking}
      onOpenChange={(open) => {
        if (!open) guard.stay()
      }}
      title="Discard unsaved changes?"
      description="What you changed on this page has not been saved and will be lost."
      footer={
        <>
          <Button onClick={guard.stay}>Keep Editing</Button>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard()
              guard.leave()
            }}
          >
            Discard Changes
          </Button>
        </>
      }
    />
  )
}
