import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DiscreetSwitches } from './discreet-switches'

/** Reaches the settings of this browser without an account. Loaded on demand. */
export function DiscreetDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="This browser">
      <DiscreetSwitches />
    </Dialog>
  )
}
