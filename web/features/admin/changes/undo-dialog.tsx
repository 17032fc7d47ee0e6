import type { ChangedVideo } from '#contract/schemas/moderation/changes'
import { decisionLength, safetyMessages } from '#contract/values/moderation/safety'
import { useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import type { useDecideChanges } from './queries'

export interface UndoDialogProps {
  changed: ChangedVideo
  decision: 'revert' | 'recall'
  decide: ReturnType<typeof useDecideChanges>
  onClose: () => void
}

const words = {
  revert: {
    title: 'Restore approved texts',
    effect: 'The approved title, description and captions replace the present ones.',
    submit: { label: 'Restore', busy: 'Restoring...', variant: 'danger' },
  },
  recall: {
    title: 'Send back to review',
    effect: "Only its uploader and staff see the video until it's approved again.",
    submit: { label: 'Send back to review', busy: 'Sending...', variant: 'danger' },
  },
} as const

/** Asks why changes are undone or reviewed; the uploader reads it. */
export function UndoDialog({ changed, decision, decide, onClose }: UndoDialogProps) {
  const { title, uploader } = changed.video
  const { title: heading, effect, submit } = words[decision]
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: note.trim().length < decisionLength.min && safetyMessages.decisionMissing }),
    ({ note }) =>
      decide.mutate(
        { changed, decision, note: note.trim() },
        { onSuccess: onClose, onError: (refusal) => form.refuse(refusal) },
      ),
  )
  return (
    <FormDialog
      title={heading}
      description={`“${title}”: ${effect}`}
      form={form}
      submit={submit}
      isPending={decide.isPending}
      onClose={onClose}
    >
      <Field label="Reason" help={`${uploader.username} reads this.`} error={form.errors.note}>
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
