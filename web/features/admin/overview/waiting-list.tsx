import clsx from 'clsx'
import { AlarmClock, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Overview } from '#contract/schemas/site/overview'
import { escalationReached, isUrgent } from '#contract/values/moderation/safety'
import { waitingCountMax } from '#contract/values/site/overview'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { formatSpan } from '#web/lib/time/time-words'
import { useNow } from '#web/lib/time/use-now'
import { SalesOff } from './sales-off'

type Queue = keyof Overview['waiting']

/** Where each queue is handled, the most urgent first. */
const queues: readonly { queue: Queue; label: string; to: string }[] = [
  { queue: 'removals', label: 'Removal requests', to: adminTab('removals') },
  { queue: 'reports', label: 'Reports', to: adminTab('reports') },
  { queue: 'comments', label: 'Comments', to: adminTab('comments') },
  { queue: 'appeals', label: 'Appeals', to: adminTab('removals', { view: 'appeals' }) },
  { queue: 'pending', label: 'Videos to review', to: adminTab('content') },
  { queue: 'changed', label: 'Changed videos', to: adminTab('content') },
  { queue: 'claims', label: 'Payment claims', to: adminTab('payments', { view: 'claims' }) },
  { queue: 'paymentAlerts', label: 'Payment alerts', to: adminTab('payments', { view: 'alerts' }) },
  { queue: 'jobs', label: 'Failed jobs', to: adminTab('jobs') },
  { queue: 'mail', label: 'Failed emails', to: adminTab('mail', { view: 'failed' }) },
]

export type WaitingListProps = Pick<Overview, 'waiting' | 'nextRemovalDue' | 'salesOff'>

/** Shows the length of each queue, and how long its oldest item has waited. */
export function WaitingList({ waiting, nextRemovalDue, salesOff }: WaitingListProps) {
  const id = useId()
  const now = useNow()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Needs attention
      </h2>
      {nextRemovalDue ? <RemovalClock due={nextRemovalDue} now={now} /> : null}
      {salesOff ? <SalesOff waiting={waiting.pending.count} /> : null}
      <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {queues.map(({ queue, label, to }) => (
          <li key={queue}>
            <WaitingCard label={label} to={to} now={now} {...waiting[queue]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface WaitingCardProps {
  label: string
  to: string
  now: number
  count: number
  since: string | null
}

function WaitingCard({ label, to, now, count, since }: WaitingCardProps) {
  return (
    <Link
      to={to}
      className="grid h-full content-start sm:grid-cols-[1fr_auto] items-center gap-x-3 rounded-card border border-line bg-surface-1 px-4 py-3 transition-colors hover:bg-surface-2"
    >
      <span className="text-dim">{label}</span>
      <ChevronRight aria-hidden="true" className="row-span-3 size-5 text-faint max-sm:hidden" />
      <span className={clsx('font-bold text-title tabular-nums', count === 0 && 'text-faint')}>
        {count >= waitingCountMax ? `${waitingCountMax} or more` : count}
      </span>
      <span className="text-faint text-meta tabular-nums">
        {count === 0 ? (
          'All clear'
        ) : since === null ? null : (
          <>
            oldest <time dateTime={since}>{formatSpan(now - Date.parse(since))}</time>
          </>
        )}
      </span>
    </Link>
  )
}

function RemovalClock({ due, now }: { due: string; now: number }) {
  const dueAt = Date.parse(due)
  const left = dueAt - now
  const urgent = isUrgent(escalationReached(dueAt, now))
  return (
    <Link
      to={adminTab('removals')}
      className={clsx(
        'flex items-center gap-3 rounded-card border px-4 py-3 transition-colors hover:bg-surface-2',
        urgent ? 'border-danger bg-danger/10' : 'border-line bg-surface-1',
      )}
    >
      <AlarmClock
        aria-hidden="true"
        className={clsx('size-5 shrink-0', urgent ? 'text-danger' : 'text-warning')}
      />
      <span>
        {left > 0 ? (
          <>
            <strong className="font-bold tabular-nums">{formatSpan(left)}</strong> left to decide the next
            removal request, due <time dateTime={due}>{formatTime(due)}</time>.
          </>
        ) : (
          <>
            A removal request is <strong className="font-bold tabular-nums">{formatSpan(-left)}</strong>{' '}
            overdue. It was due <time dateTime={due}>{formatTime(due)}</time>.
          </>
        )}
      </span>
    </Link>
  )
}
