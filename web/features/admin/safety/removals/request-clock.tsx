import { Clock3 } from 'lucide-react'
import { escalationReached, isUrgent } from '#contract/values/moderation/safety'
import { formatTime } from '#web/lib/format'
import { formatTimeLeft } from '#web/lib/time/time-left'
import { useNow } from '#web/lib/time/use-now'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'

/** Shows the time left for a decision, and the reminders sent to the administrators. */
export function RequestClock({ dueAt, escalated }: { dueAt: string; escalated: number }) {
  const now = useNow()
  const due = Date.parse(dueAt)
  const left = due - now
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={toneOf(escalationReached(due, now))} className="tabular-nums">
        <Clock3 aria-hidden="true" className="size-3" />
        {left > 0 ? `${formatTimeLeft(left)} left` : `Overdue by ${formatTimeLeft(-left)}`}
      </Badge>
      <span className="text-dim text-meta">
        due <time dateTime={dueAt}>{formatTime(dueAt)}</time>
        {escalated > 0 ? `, last reminder after ${escalated} hours` : ', no reminder yet'}
      </span>
    </p>
  )
}

/** Matches the urgency of the reminders sent so far. */
function toneOf(stage: number | null): NonNullable<BadgeProps['tone']> {
  if (isUrgent(stage)) return 'danger'
  return stage === null ? 'neutral' : 'warning'
}
