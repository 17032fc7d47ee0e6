import { useQuery } from '@tanstack/react-query'
import { copiesQuery } from '../../../entities/case/copies-query'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { CopiesNotice } from './copies-notice'
import { namesOfFollowing } from './copy-words'
import { checkNote, DecisionDialog } from './decision-dialog'
import type { ReportGroup } from './group-reports'
import { useDecideReport } from './mutations'

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
      'The statement of reasons: the uploader and those who reported read it word for word. Name nobody.',
    submit: { label: 'Remove video', busy: 'Removing...', variant: 'danger' },
    done: { title: 'Video removed', description: 'The uploader and those who reported get a mail.' },
  },
  dismiss: {
    title: 'Dismiss reports',
    noteHelp: 'Those who reported read it word for word. The uploader is told nothing.',
    submit: { label: 'Dismiss reports', busy: 'Dismissing...', variant: 'primary' },
    done: { title: 'Reports dismissed', description: 'Those who reported get a mail.' },
  },
} as const

export function ReportDecision({ open, decision, onClose }: ReportDecisionProps) {
  const { title, noteHelp, submit, done } = words[decision]
  const { videoId, reason } = open[0]
  const { mutate, isPending } = useDecideReport(open[0].id)
  const { data: copies } = useQuery({ ...copiesQuery(videoId), enabled: decision === 'remove' })
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
  const reports = openOfVideo === 1 ? 'Its open report is' : `All its ${openOfVideo} open reports are`
  return `“${videoTitle}” is taken down, and the same file can't be uploaded again by anybody. ${reports} upheld.`
}

function describeDismissal(open: ReportGroup): string {
  const reports =
    open.length === 1 ? 'The open report that you saw is' : `The ${open.length} open reports that you saw are`
  return `“${open[0].videoTitle}” stays as it is; if it is in quarantine and nothing else holds it, it comes back. ${reports} dismissed, and what came since stays open.`
}
