import type { AdminAppeal } from '../../../../contract/schemas/moderation/safety'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { checkNote, DecisionDialog } from './decision-dialog'
import { useDecideAppeal } from './mutations'

export interface AppealDecisionProps {
  appeal: AdminAppeal
  decision: 'restore' | 'keep'
  onClose: () => void
}

const words = {
  restore: {
    title: 'Restore video',
    description: 'The video can be watched again as before, and its file can be uploaded again.',
    submit: { label: 'Restore video', busy: 'Restoring...', variant: 'primary' },
    noteHelp: 'The uploader and whoever asked for the removal read it word for word. Name nobody.',
    done: {
      title: 'Video restored',
      description: 'The uploader and whoever asked for the removal get a mail.',
    },
  },
  keep: {
    title: 'Reject appeal',
    description: 'The video stays down. There is no second appeal.',
    submit: { label: 'Reject appeal', busy: 'Rejecting...', variant: 'danger' },
    noteHelp: 'The uploader reads it word for word.',
    done: { title: 'Appeal rejected', description: 'The uploader gets a mail.' },
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
