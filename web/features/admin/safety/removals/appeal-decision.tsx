import type { AdminAppeal } from '#contract/schemas/moderation/safety'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { useDecideAppeal } from '../mutations'

export interface AppealDecisionProps {
  appeal: AdminAppeal
  decision: 'restore' | 'keep'
  onClose: () => void
}

const words = {
  restore: {
    title: 'Restore video',
    description: 'The video goes back to how it was, and its file can be uploaded again.',
    submit: { label: 'Restore video', busy: 'Restoring...', variant: 'primary' },
    noteHelp:
      "The uploader and the person who requested the removal will see this word for word. Don't name anyone.",
    done: {
      title: 'Video restored',
      description: 'The uploader and the person who requested the removal will get an email.',
    },
  },
  keep: {
    title: 'Reject appeal',
    description: "The video stays removed. There's no second appeal.",
    submit: { label: 'Reject appeal', busy: 'Rejecting...', variant: 'danger' },
    noteHelp: 'The uploader will see this word for word.',
    done: { title: 'Appeal rejected', description: 'The uploader will get an email.' },
  },
} as const

export function AppealDecision({ appeal, decision, onClose }: AppealDecisionProps) {
  const { done, ...shown } = words[decision]
  const { mutate, isPending } = useDecideAppeal(appeal.id)
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: checkNote(note) }),
    ({ note }) =>
      mutate(
        { decision, note: note.trim() },
        {
          onSuccess: () => {
            toast(done)
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return <DecisionDialog {...shown} form={form} isPending={isPending} onClose={onClose} />
}
