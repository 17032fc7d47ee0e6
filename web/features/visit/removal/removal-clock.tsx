import { Clock3 } from 'lucide-react'
import { formatTime } from '#web/lib/format'
import { formatTimeLeft, useTimeLeft } from '#web/lib/time/time-left'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'

/** Shows how much of the time for a decision is left. `isPlain`: without the bar, whose width a script sets. */
export function RemovalClock({ at, dueAt, isPlain }: { at: string; dueAt: string; isPlain: boolean }) {
  const left = useTimeLeft(dueAt)
  const whole = new Date(dueAt).getTime() - new Date(at).getTime()
  const passed = Math.min(1, Math.max(0, 1 - left / whole))
  return (
    <section aria-label="Time left to decide" className="grid gap-3 rounded-card bg-bg px-4 py-4">
      <p className="flex items-center gap-3">
        <Clock3 aria-hidden="true" className="size-6 shrink-0 text-dim" />
        <span className="font-bold text-section tabular-nums">
          {left > 0 ? `${formatTimeLeft(left)} left` : 'Overdue'}
        </span>
      </p>
      {isPlain ? null : <ProgressBar label="Time elapsed" value={passed} />}
      <p className="text-dim text-meta">
        {left > 0 ? (
          <>
            It will be decided by <time dateTime={dueAt}>{formatTime(dueAt)}</time> at the latest.
          </>
        ) : (
          "This is overdue. We've been reminded and will decide as soon as we can."
        )}
      </p>
    </section>
  )
}
