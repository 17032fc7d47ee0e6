import { day } from '#contract/values/shared/time'
import { formatTimeLeft } from './time-left'

/** Formats a waiting time, rounded down: `12 min`, `41 h 5 min`, and from two days on `3 days`. */
export function formatSpan(ms: number): string {
  return ms >= 2 * day ? `${Math.floor(ms / day)} days` : formatTimeLeft(ms)
}
