import { publishAgain } from '../../contract/values/uploads/allowance'
import { ApiError } from './api-error'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Returns when a limit on publishing ends, in the viewer's time zone; null for any other error. */
export function limitDetail(error: unknown, now = new Date()): string | null {
  const limit = error instanceof ApiError ? error.problem?.limit : undefined
  if (!limit) return null
  return `${limit.reached} ${publishAgain(clockAt(new Date(limit.endsAt), now))}`
}

/** A limit ends within a day, so that the day is today or tomorrow. */
function clockAt(end: Date, now: Date): string {
  const day = end.getDate() === now.getDate() ? '' : 'tomorrow '
  return `${day}at ${clock.format(end)}`
}
