import type { Comment } from '../../../../contract/schemas/videos/comments'
import type { Video } from '../../../../contract/schemas/videos/videos'
import {
  type CommentReason,
  commentReasonHelp,
  commentReasonNames,
  commentReasons,
} from '../../../../contract/values/moderation/comments'
import { detailsLength } from '../../../../contract/values/moderation/safety'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { Field } from '../../../ui/form/field'
import { FormDialog } from '../../../ui/form/form-dialog'
import { RadioList } from '../../../ui/form/radio-list'
import { Textarea } from '../../../ui/form/textarea'
import { useReportComment } from './mutations'

const choices = commentReasons.map((value) => ({
  ...{ value, label: commentReasonNames[value], help: commentReasonHelp[value] },
}))

interface Values {
  reason: CommentReason | null
  details: string
}

const empty: Values = { reason: null, details: '' }

export interface ReportCommentDialogProps {
  video: Video
  comment: Comment
  onClose: () => void
}

export function ReportCommentDialog({ video, comment, onClose }: ReportCommentDialogProps) {
  const { mutate, isPending } = useReportComment(video, comment.id)
  const form = useForm(
    empty,
    ({ reason }) => ({ reason: reason === null && "Please choose what's wrong with it." }),
    ({ reason, details }) =>
      mutate(
        { reason: reason ?? 'other', details: details.trim() },
        {
          onSuccess: () => {
            toast({ title: 'Report received', description: "We'll review the comment and email you." })
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
    </FormDialog>
  )
}
