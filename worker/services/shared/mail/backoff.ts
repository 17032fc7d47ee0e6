import { day, hour, minute } from '#contract/values/shared/time'

/**
 * Waits in milliseconds after the first, second, … failed attempt: a mail server that is down is usually back
 * within a day.
 */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day]

/** Returns when an email that failed `attempts` times is retried; null when it is given up. */
export function nextMailAttempt(attempts: number, now: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : now + wait
}
