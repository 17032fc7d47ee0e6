import type { AdminComment } from '../../../../contract/schemas/moderation/comments'
import {
  type CommentReason,
  commentReasonNames,
  commentReasons,
} from '../../../../contract/values/moderation/comments'
import { decisionLength, safetyMessages } from '../../../../contract/values/moderation/safety'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { Field } from '../../../ui/form/field'
import { FormDialog } from '../../../ui/form/form-dialog'
import { Select } from '../../../ui/form/select'
import { Textarea } from '../../../ui/form/textarea'
import { useDecideComment } from './mutations'

interface Values {
  reason: CommentReason | ''
  note: string
}

export interface RemoveCommentDialogProps {
  comment: AdminComment
  onClose: () => void
}

/** Removes a comment with a reason, which its author and those who reported it read. */
export function RemoveCommentDialog({ comment, onClose }: RemoveCommentDialogProps) {
  const { mutate, isPending } = useDecideComment(comment.id)
  const initial: Values = { reason: comment.reports[0]?.reason ?? '', note: '' }
  const form = useForm(
    initial,
    ({ reason, note }) => ({
      reason: reason === '' && "Please choose what's wrong with it.",
      note: note.trim().length < decisionLength.min && safetyMessages.decisionMissing,
    }),
    ({ reason, note }) =>
      mutate(
        { decision: 'remove', editedAt: comment.editedAt, reason: reason || 'other', note: note.trim() },
        {
          onSuccess: () => {
            toast({ title: 'Comment removed', description: 'The author gets an email with the reason.' })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title="Remove comment"
      description={`“${comment.body || comment.reports[0]?.body}” will be removed, and its open reports upheld.`}
      form={form}
      submit={{ label: 'Remove comment', busy: 'Removing...', variant: 'danger' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="What's wrong with it?" error={form.errors.reason}>
        <Select {...form.field('reason')}>
          <option value="" disabled>
            Choose a reason
          </option>
          {commentReasons.map((reason) => (
            <option key={reason} value={reason}>
              {commentReasonNames[reason]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Reason, in your own words"
        help="The author and the people who reported it will see it word for word. Don't name anyone."
        error={form.errors.note}
      >
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
