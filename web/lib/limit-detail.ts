import { day } from '#contract/values/shared/time'
import { publishAgain } from '#contract/values/uploads/allowance'
import { ApiError } from './api-error'
import { formatDate } from './format'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' })
const minuteMs = 60_000
/** Days within which a weekday says which one is meant. */
const weekdays = 6

/** Returns when a limit on publishing ends, in the viewer's time zone; null for any other error. */
export function limitDetail(error: unknown, now = new Date()): string | null {
  const limit = error instanceof ApiError ? error.problem?.limit : undefined
  if (!limit) return null
  return `${limit.reached} ${publishAgain(limitEnd(Date.parse(limit.endsAt), now))}`
}

/**
 * Returns `at 12:40`, `tomorrow at 12:40` or `on Tuesday at 12:40`, in the viewer's time zone. With the date where the
 * clock here is so wrong that a weekday could mislead.
 */
export function limitEnd(until: number, now = new Date()): string {
  // Rounded up, so that the limit has ended by the minute shown.
  const end = new Date(Math.ceil(until / minuteMs) * minuteMs)
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const at = `at ${clock.format(end)}`
  if (end.toDateString() === now.toDateString()) return at
  if (end.toDateString() === tomorrow.toDateString()) return `tomorrow ${at}`
  const isNear = end > now && until - now.getTime() < weekdays * day
  return `on ${isNear ? weekday.format(end) : formatDate(end.toISOString())} ${at}`
}
