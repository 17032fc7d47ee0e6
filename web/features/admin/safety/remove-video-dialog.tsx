import { type ReportReason, reasonNames, reportReasons } from '#contract/values/moderation/reasons'
import { useCopies } from '#web/entities/case/copies-query'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { CopiesNotice } from './copies-notice'
import { namesOfFollowing } from './copy-words'
import { useRemoveVideo } from './mutations'

export interface RemoveVideoDialogProps {
  video: { id: number; title: string }
  onClose: () => void
}

interface Values {
  note: string
  reason: ReportReason | ''
}

const empty: Values = { note: '', reason: '' }

/** Removes a video on an administrator's own initiative, without a report. */
export function RemoveVideoDialog({ video: { id, title }, onClose }: RemoveVideoDialogProps) {
  const { mutate, isPending } = useRemoveVideo(id)
  const { copies, isLooking } = useCopies(id)
  const form = useForm(
    empty,
    ({ note, reason }) => ({
      note: checkNote(note),
      reason: reason === '' && "Please choose what's wrong with it.",
    }),
    ({ note, reason }) =>
      mutate(
        { reason: reason || 'other', note: note.trim() },
        {
          onSuccess: () => {
            const following = namesOfFollowing(copies, reason || 'other')
            toast({
              title: 'Video removed',
              description: ['The uploader gets an email and can appeal once.', following]
                .filter(Boolean)
                .join(' '),
            })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <DecisionDialog
      title="Remove video"
      description={`“${title}” will be removed, and no one can upload the same file again. Its open reports will be upheld.`}
      form={form}
      noteHelp="This is the statement of reasons. The uploader and the people who reported it will see it word for word. Don't name anyone."
      submit={{ label: 'Remove video', busy: 'Removing...', variant: 'danger' }}
      isPending={isPending}
      waitsFor={isLooking ? 'Looking for copies...' : null}
      onClose={onClose}
    >
      <Field label="What's wrong with it?" error={form.errors.reason}>
        <Select {...form.field('reason')}>
          <option value="" disabled>
            Choose a reason
          </option>
          {reportReasons.map((reason) => (
            <option key={reason} value={reason}>
              {reasonNames[reason]}
            </option>
          ))}
        </Select>
      </Field>
      <CopiesNotice videoId={id} reason={form.values.reason || null} />
    </DecisionDialog>
  )
}
