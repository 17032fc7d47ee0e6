import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { Draft } from '../draft/draft'
import { type SharedField, sharedFields, withShared } from '../draft/shared-fields'

export interface ApplyDialogProps {
  source: Draft
  /** How many other videos there are. */
  others: number
  onApply: (apply: (target: Draft) => Draft) => void
  onClose: () => void
}

/** Asks which fields of this form all other videos get, too. */
export function ApplyDialog({ source, others, onApply, onClose }: ApplyDialogProps) {
  // Fields filled in here are likely meant for all. Empty ones must never clear another form's.
  const [chosen, setChosen] = useState(() => sharedFields.filter(({ isFilled }) => isFilled(source)))

  function toggle(field: SharedField, isChosen: boolean) {
    setChosen((before) => (isChosen ? [...before, field] : before.filter((each) => each !== field)))
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Apply to all videos"
      description={`Copies these fields to ${others === 1 ? 'the other video' : `the other ${others} videos`} and replaces what they have.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              onApply((target) => withShared(source, target, chosen))
              onClose()
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="grid gap-3 py-2">
        {sharedFields.map((field) => (
          <Checkbox
            key={field.label}
            label={field.label}
            checked={chosen.includes(field)}
            onChange={({ target }) => toggle(field, target.checked)}
          />
        ))}
      </div>
    </Dialog>
  )
}
