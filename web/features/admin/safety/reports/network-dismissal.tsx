import type { AdminReport } from '#contract/schemas/moderation/safety'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { useDismissNetwork } from '../mutations'

export interface NetworkDismissalProps {
  report: AdminReport
  onClose: () => void
}

/** Dismisses a flood of made-up reports in one decision. */
export function NetworkDismissal({ report, onClose }: NetworkDismissalProps) {
  const { mutate, isPending } = useDismissNetwork(report.id)
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: checkNote(note) }),
    ({ note }) =>
      mutate(
        { note: note.trim() },
        {
          onSuccess: ({ reports }) => {
            toast(
              reports === 0
                ? { title: 'Nothing left to dismiss', description: 'These reports had already been decided.' }
                : {
                    title: reports === 1 ? '1 report dismissed' : `${reports} reports dismissed`,
                    description: 'Those who left an email address will be told.',
                  },
            )
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <DecisionDialog
      title="Dismiss all from this network"
      description="This dismisses every open report without an account that came from the same network within an hour before or after this one, also of other videos. Videos that nothing else holds are restored. Reports by members and from elsewhere stay open."
      form={form}
      noteHelp="The people who reported will see this word for word. The uploaders aren't told."
      submit={{ label: 'Dismiss all', busy: 'Dismissing...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    />
  )
}
