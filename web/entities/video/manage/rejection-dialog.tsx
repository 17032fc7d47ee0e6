import type { KeyboardEvent } from 'react'
import { type RejectionReason, rejectionReasons } from '#contract/values/moderation/reasons'
import { decisionLength } from '#contract/values/moderation/safety'
import { useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

export interface Rejection {
  reason: RejectionReason
  note: string
}

export interface RejectionDialogProps {
  title: string
  /** Names the videos, and what happens to them. */
  description: string
  busy: boolean
  onReject: (rejection: Rejection) => void
  onClose: () => void
}

interface RejectionValues {
  reason: RejectionReason | null
  note: string
}

const empty: RejectionValues = { reason: null, note: '' }

const choices = (Object.entries(rejectionReasons) as [RejectionReason, string][]).map(([value, label]) => ({
  value,
  label,
}))

/** Asks for the reason of a rejection: one from a list, and a note. Ctrl+Enter sends it from the note too. */
export function RejectionDialog({ title, description, busy, onReject, onClose }: RejectionDialogProps) {
  const form = useForm(
    empty,
    ({ reason }) => ({ reason: reason === null && 'Choose a reason.' }),
    ({ reason, note }) => {
      if (reason && !busy) onReject({ reason, note: note.trim() })
    },
  )
  const { values, errors, field, set } = form

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.ref.current?.requestSubmit()
  }

  return (
    <FormDialog
      title={title}
      description={description}
      width="sm:max-w-lg"
      form={form}
      submit={{ label: 'Reject', busy: 'Rejecting...', variant: 'danger' }}
      isPending={busy}
      onClose={onClose}
    >
      <RadioList
        label="Reason"
        choices={choices}
        value={values.reason}
        error={errors.reason}
        autoFocus
        onChange={(reason) => set('reason', reason)}
      />
      <Field label="Note" help="Optional. The uploader sees the reason and the note.">
        <Textarea maxLength={decisionLength.max} {...field('note')} onKeyDown={onKeyDown} />
      </Field>
    </FormDialog>
  )
}
