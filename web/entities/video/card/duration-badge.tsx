import { formatDuration } from '#contract/values/shared/duration'
import { isoDuration } from '#web/lib/format'

/** Shows the duration in the corner of a poster; renders nothing until it is known. */
export function DurationBadge({ seconds }: { seconds: number | null }) {
  if (seconds === null) return null
  return (
    <time
      dateTime={isoDuration(seconds)}
      className="absolute right-2 bottom-2 rounded-badge bg-black/75 px-1.5 font-medium text-white text-xs leading-5 tabular-nums"
    >
      {formatDuration(seconds)}
    </time>
  )
}
