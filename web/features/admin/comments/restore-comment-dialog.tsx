import type { AdminComment } from '#contract/schemas/moderation/comments'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { useDecideComment } from '#web/entities/comment/use-decide-comment'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'

export interface RestoreCommentDialogProps {
  comment: Pick<AdminComment, 'id' | 'body' | 'editedAt'>
  onClose: () => void
}

/** Restores a comment that staff removed, with a reason that its author reads. */
export function RestoreCommentDialog({ comment, onClose }: RestoreCommentDialogProps) {
  const { mutate, isPending } = useDecideComment(comment.id)
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: checkNote(note) }),
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
    <DecisionDialog
      title="Restore comment"
      description={`“${comment.body}” will be visible again. If its author is banned or leaving, it stays hidden until they're back.`}
      form={form}
      noteHelp="The author will see it word for word. Don't name anyone."
      submit={{ label: 'Restore comment', busy: 'Restoring...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    />
  )
}
