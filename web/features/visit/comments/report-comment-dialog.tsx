import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { emailMessages, isEmailAddress } from '#contract/values/accounts/email-rules'
import {
  type CommentReason,
  commentReasonHelp,
  commentReasonNames,
  commentReasons,
} from '#contract/values/moderation/comments'
import { detailsLength } from '#contract/values/moderation/safety'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useReportComment } from './mutations'

const choices = commentReasons.map((value) => ({
  value,
  label: commentReasonNames[value],
  help: commentReasonHelp[value],
}))

interface Values {
  reason: CommentReason | null
  details: string
  email: string
}

const empty: Values = { reason: null, details: '', email: '' }

export interface ReportCommentDialogProps {
  video: Video
  comment: Comment
  onClose: () => void
}

export function ReportCommentDialog({ video, comment, onClose }: ReportCommentDialogProps) {
  const { user } = useViewer()
  const { mutate, isPending } = useReportComment(video, comment.id)
  const form = useForm(
    empty,
    ({ reason, email }) => ({
      reason: reason === null && "Please choose what's wrong with it.",
      email: email.trim() !== '' && !isEmailAddress(email) && emailMessages.invalid,
    }),
    ({ reason, details, email }) =>
      mutate(
        {
          reason: reason ?? 'other',
          details: details.trim(),
          ...(email.trim() && { email: email.trim() }),
        },
        {
          onSuccess: () => {
            const next = user || email.trim() ? ' and email you' : ''
            toast({ title: 'Report received', description: `We'll review the comment${next}.` })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title="Report comment"
      description={`By ${comment.author?.username}`}
      form={form}
      submit={{ label: 'Send report', busy: 'Sending...', variant: 'primary' }}
      isPending={isPending}
      width="sm:max-w-lg"
      onClose={onClose}
    >
      <RadioList
        label="What's wrong with it?"
        choices={choices}
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(reason) => form.set('reason', reason)}
      />
      <Field
        label="Details (optional)"
        aside={`${form.values.details.length} / ${detailsLength.max}`}
        error={form.errors.details}
      >
        <Textarea maxLength={detailsLength.max} {...form.field('details')} />
      </Field>
      {user ? null : (
        <Field
          label="Email (optional)"
          help="Only used to send you our decision. The author never learns who reported."
          error={form.errors.email}
        >
          <Input type="email" autoComplete="email" {...form.field('email')} />
        </Field>
      )}
    </FormDialog>
  )
}
