import type { AdminComment } from '../../../../contract/schemas/moderation/comments'
import { decisionLength, safetyMessages } from '../../../../contract/values/moderation/safety'
import { useDecideComment } from '../../../entities/comment/use-decide-comment'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { Field } from '../../../ui/form/field'
import { FormDialog } from '../../../ui/form/form-dialog'
import { Textarea } from '../../../ui/form/textarea'

export interface RestoreCommentDialogProps {
  comment: Pick<AdminComment, 'id' | 'body' | 'editedAt'>
  onClose: () => void
}

/** Restores a comment that staff removed, with a reason that its author reads. */
export function RestoreCommentDialog({ comment, onClose }: RestoreCommentDialogProps) {
  const { mutate, isPending } = useDecideComment(comment.id)
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: note.trim().length < decisionLength.min && safetyMessages.decisionMissing }),
    ({ note }) =>
      mutate(
        { decision: 'restore', note: note.trim(), editedAt: comment.editedAt },
        {
          onSuccess: () => {
            toast({ title: 'Comment restored', description: 'The author gets an email with the reason.' })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title="Restore comment"
      description={`“${comment.body}” will be shown again.`}
      form={form}
      submit={{ label: 'Restore comment', busy: 'Restoring...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field
        label="Reason, in your own words"
        help="The author will see it word for word. Don't name anyone."
        error={form.errors.note}
      >
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
