import type { AuditEntry } from '#contract/schemas/site/operations'
import { actorName, auditSentence } from '#contract/values/site/audit-acts'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths, readId } from '#web/lib/navigation/paths'
import { TextLink } from '#web/ui/text/link.tsx'
import { ChangeTable } from './change-table'
import { changesOf } from './changes'

export interface AuditEntriesProps {
  entries: readonly AuditEntry[]
  /** Level of their headings. */
  level?: 2 | 3
}

export function AuditEntries({ entries, level = 2 }: AuditEntriesProps) {
  return (
    <ol className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id}>
          <EntryCard entry={entry} level={level} />
        </li>
      ))}
    </ol>
  )
}

/** Shows who did what to which subject, when and why, with the changes below. */
function EntryCard({ entry, level }: { entry: AuditEntry; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { at, actor, action, subject, subjectId, reason, details, requestId } = entry
  const { before, thing, after } = auditSentence(entry)
  const changes = changesOf(details)
  return (
    <article className="grid gap-2 rounded-card border border-line bg-surface-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading className="wrap-anywhere">
          <span className="font-bold">{actorName(actor)}</span> <span className="text-dim">{before}</span>{' '}
          {thing ? <Subject subject={subject} subjectId={subjectId} name={thing} /> : null}{' '}
          <span className="text-dim">{after}</span>
        </Heading>
        <time dateTime={at} className="text-faint text-meta tabular-nums">
          {formatTime(at)}
        </time>
      </div>
      {reason ? <p className="wrap-anywhere whitespace-pre-line text-dim">{reason}</p> : null}
      {changes.length > 0 ? <ChangeTable changes={changes} /> : null}
      <p className="wrap-anywhere text-faint text-micro">
        {action} · {subject} {subjectId} · entry {entry.id} · request {requestId}
      </p>
    </article>
  )
}

interface SubjectProps extends Pick<AuditEntry, 'subject' | 'subjectId'> {
  name: string
}

function Subject({ subject, subjectId, name }: SubjectProps) {
  const to = addressOf(subject, subjectId)
  return to ? <TextLink to={to}>{name}</TextLink> : <span>{name}</span>
}

/** Returns the URL of an entry's subject; null if it has none. */
function addressOf(subject: string, subjectId: string): string | null {
  if (subject === 'payment') return adminTab('payments', { payment: subjectId })
  const id = readId(subjectId)
  if (id === null) return null
  switch (subject) {
    case 'video':
      return paths.video(id)
    case 'user':
      return adminTab('users', { user: subjectId })
    case 'report':
      return adminTab('reports', { report: subjectId })
    case 'removal-request':
      return adminTab('removals', { request: subjectId })
    case 'removal':
      return adminTab('removals', { removal: subjectId })
    default:
      return null
  }
}
