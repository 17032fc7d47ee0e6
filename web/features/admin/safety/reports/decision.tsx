import { useCopies } from '#web/entities/case/copies-query'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { CopiesNotice } from '../copies-notice'
import { namesOfFollowing } from '../copy-words'
import { useDecideReport } from '../mutations'
import type { ReportGroup } from './group'

export interface ReportDecisionProps {
  /** The video's open reports, as they were shown. */
  open: ReportGroup
  decision: 'remove' | 'dismiss'
  onClose: () => void
}

const words = {
  remove: {
    title: 'Remove video',
    noteHelp:
      "This is the statement of reasons. The uploader and the people who reported it will see it word for word. Don't name anyone.",
    submit: { label: 'Remove video', busy: 'Removing...', variant: 'danger' },
    done: {
      title: 'Video removed',
      description: 'The uploader and the people who reported it will get an email.',
    },
  },
  dismiss: {
    title: 'Dismiss reports',
    noteHelp: "The people who reported it will see this word for word. The uploader isn't told.",
    submit: { label: 'Dismiss reports', busy: 'Dismissing...', variant: 'primary' },
    done: { title: 'Reports dismissed', description: 'The people who reported it will get an email.' },
  },
} as const

export function ReportDecision({ open, decision, onClose }: ReportDecisionProps) {
  const { title, noteHelp, submit, done } = words[decision]
  const { videoId, reason } = open[0]
  const { mutate, isPending } = useDecideReport(open[0].id)
  const { copies, isLooking } = useCopies(decision === 'remove' ? videoId : null)
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: checkNote(note) }),
    ({ note }) =>
      mutate(
        { decision, note: note.trim(), ...(decision === 'dismiss' && { seen: lastOf(open) }) },
        {
          onSuccess: () => {
            const following = decision === 'remove' ? namesOfFollowing(copies, reason) : null
            toast({ ...done, description: [done.description, following].filter(Boolean).join(' ') })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <DecisionDialog
      title={title}
      description={decision === 'remove' ? describeRemoval(open) : describeDismissal(open)}
      form={form}
      noteHelp={noteHelp}
      submit={submit}
      isPending={isPending}
      waitsFor={isLooking ? 'Looking for copies...' : null}
      onClose={onClose}
    >
      {decision === 'remove' ? <CopiesNotice videoId={videoId} reason={reason} /> : null}
    </DecisionDialog>
  )
}

/** Returns the newest report's ID, whatever the order of the list. */
function lastOf(open: ReportGroup): number {
  return Math.max(...open.map(({ id }) => id))
}

function describeRemoval([{ videoTitle, openOfVideo }]: ReportGroup): string {
  const reports =
    openOfVideo === 1 ? 'Its open report will be' : `All its ${openOfVideo} open reports will be`
  return `“${videoTitle}” will be removed, and no one can upload the same file again. ${reports} upheld.`
}

function describeDismissal(open: ReportGroup): string {
  const reports =
    open.length === 1
      ? 'The open report shown here will be'
      : `The ${open.length} open reports shown here will be`
  return `“${open[0].videoTitle}” stays up. If it's in quarantine and nothing else holds it, it will be restored. ${reports} dismissed. Any newer ones stay open.`
}
