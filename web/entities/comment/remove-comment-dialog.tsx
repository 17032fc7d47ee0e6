import type { AdminComment } from '#contract/schemas/moderation/comments'
import { type CommentReason, commentReasonNames, commentReasons } from '#contract/values/moderation/comments'
import { decisionLength, safetyMessages } from '#contract/values/moderation/safety'
import { useForm } from '../../lib/form/use-form'
import { toast } from '../../ui/feedback/toast'
import { Field } from '../../ui/form/field'
import { FormDialog } from '../../ui/form/form-dialog'
import { Select } from '../../ui/form/select'
import { Textarea } from '../../ui/form/textarea'
import { useViewer } from '../viewer/viewer-query'
import { useDecideComment } from './use-decide-comment'

const removing = {
  act: 'Remove comment',
  busy: 'Removing...',
  done: 'Comment removed',
  description: (body: string) => `“${body}” will be removed, and its open reports upheld.`,
  readers: 'The author and the people who reported it',
}

const upholding: typeof removing = {
  act: 'Uphold reports',
  busy: 'Upholding...',
  done: 'Reports upheld',
  description: () => 'The comment is gone already. Its open reports will be upheld.',
  readers: 'The people who reported it',
}

interface Values {
  reason: CommentReason | ''
  note: string
}

export interface RemoveCommentDialogProps {
  comment: Pick<AdminComment, 'id' | 'author' | 'body' | 'state' | 'editedAt'>
  /** The reason that is proposed. */
  reason?: CommentReason | undefined
  /** Staff read it on the page of the video. */
  onPage?: boolean
  onClose: () => void
}

/**
 * Removes a comment with a reason, which its author and its reporters read. For a deleted comment, only the
 * reports are upheld.
 */
export function RemoveCommentDialog({
  comment,
  reason: proposed,
  onPage = false,
  onClose,
}: RemoveCommentDialogProps) {
  const { user } = useViewer()
  const { mutate, isPending } = useDecideComment(comment.id)
  const words = comment.state === 'shown' || comment.state === 'held' ? removing : upholding
  const tellsAuthor = words === removing && comment.author !== null && comment.author.id !== user?.id
  const initial: Values = { reason: proposed ?? '', note: '' }
  const form = useForm(
    initial,
    ({ reason, note }) => ({
      reason: reason === '' && "Please choose what's wrong with it.",
      note: note.trim().length < decisionLength.min && safetyMessages.decisionMissing,
    }),
    ({ reason, note }) =>
      mutate(
        {
          decision: 'remove',
          reason: reason || 'other',
          note: note.trim(),
          editedAt: comment.editedAt,
          onPage,
        },
        {
          onSuccess: () => {
            toast({
              title: words.done,
              ...(tellsAuthor && { description: 'The author gets an email with the reason.' }),
            })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title={words.act}
      description={words.description(comment.body)}
      form={form}
      submit={{ label: words.act, busy: words.busy, variant: 'danger' }}
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
        help={`${words.readers} will see it word for word. Don't name anyone.`}
        error={form.errors.note}
      >
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
