import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { RecoveryCodeList } from './recovery-code-list'

export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="New recovery codes"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <RecoveryCodeList codes={codes} />
    </Dialog>
  )
}
