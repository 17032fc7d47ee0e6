import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ScrollList } from '#web/ui/list/scroll-list.tsx'
import { type BulkReport, bulkWords, outcomeText, undoable } from './bulk-words'

export interface BulkOutcomeProps {
  outcome: BulkReport
  busy: boolean
  onUndo: () => void
  onDismiss: () => void
}

/** Shows the result until it is dismissed: an undo must not depend on a timer. */
export function BulkOutcome({ outcome, busy, onUndo, onDismiss }: BulkOutcomeProps) {
  const { action, left } = outcome
  return (
    <div className="flex items-start gap-2">
      <div className="grid flex-1 gap-1 py-2">
        <p>{outcomeText(outcome)}</p>
        {left.length > 0 ? (
          <ScrollList className="text-dim text-meta">
            {left.map(({ id, title, detail }) => (
              <li key={id} className="wrap-anywhere">
                <span className="font-medium text-text">{title}</span>: {detail}
              </li>
            ))}
          </ScrollList>
        ) : null}
      </div>
      {bulkWords[action].undo && undoable(outcome).length > 0 ? (
        <Button busy={busy} onClick={onUndo}>
          Undo
        </Button>
      ) : null}
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X className="size-4" />
      </IconButton>
    </div>
  )
}
