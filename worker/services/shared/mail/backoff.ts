import { day, hour, minute } from '../../../../contract/values/shared/time'

/** Waits after the first, second, … failed attempt, in milliseconds: mail servers that are down come back within a day. */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day]

/** When a mail that failed `attempts` times is tried again; null when it is given up. */
export function nextMailAttempt(attempts: number, now: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : now + wait
}
