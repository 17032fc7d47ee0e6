import type { AdminMail } from '#contract/schemas/site/operations'
import type { MailState } from '#contract/values/site/operations'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { recipientText, subjectText } from './mail-words'

export interface MailTableProps {
  mails: readonly AdminMail[]
  state: MailState
  onOpen: (mail: AdminMail) => void
}

export function MailTable({ mails, state, onOpen }: MailTableProps) {
  const columns: Column<AdminMail>[] = [
    { title: 'Written', cell: ({ at }) => <Time at={at} /> },
    { title: 'To', cell: (mail) => <span className="wrap-anywhere">{recipientText(mail)}</span> },
    {
      title: 'Subject',
      cell: (mail) => (
        <>
          <span className="wrap-anywhere">{subjectText(mail)}</span>
          {state !== 'sent' && mail.lastError ? (
            <span className="wrap-anywhere line-clamp-2 block text-meta text-warning">{mail.lastError}</span>
          ) : null}
        </>
      ),
    },
    { title: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
    ...(state === 'failed' ? [] : [timeColumn(state)]),
    {
      title: 'Details',
      action: true,
      cell: (mail) => (
        <Button
          variant="ghost"
          aria-label={`Details of email ${mail.id}${mail.recipient === null ? '' : ` to ${mail.recipient}`}`}
          onClick={() => onOpen(mail)}
        >
          Details
        </Button>
      ),
    },
  ]
  return <DataTable label="Email" columns={columns} rows={mails} rowKey={({ id }) => id} />
}

function timeColumn(state: MailState): Column<AdminMail> {
  return state === 'sent'
    ? { title: 'Sent', cell: ({ sentAt }) => <Time at={sentAt} /> }
    : { title: 'Next attempt', cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} /> }
}

function Time({ at }: { at: string | null }) {
  return at === null ? null : (
    <time dateTime={at} className="tabular-nums">
      {formatTime(at)}
    </time>
  )
}
