import { Clock3 } from 'lucide-react'
import { reportSoonMs } from '#contract/values/moderation/report-clock'
import { formatTime } from '#web/lib/format'
import { useNow } from '#web/lib/time/use-now'
import { Badge } from '#web/ui/badge.tsx'

/** Shows by when a report is decided; in red once it is late. */
export function ReportClock({ dueAt }: { dueAt: string }) {
  const left = Date.parse(dueAt) - useNow()
  return (
    <Badge tone={left < 0 ? 'danger' : left < reportSoonMs ? 'warning' : 'neutral'}>
      <Clock3 aria-hidden="true" className="size-3" />
      {left < 0 ? 'Overdue since' : 'Due'} <time dateTime={dueAt}>{formatTime(dueAt)}</time>
    </Badge>
  )
}
