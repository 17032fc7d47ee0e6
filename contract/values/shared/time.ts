// Times are counted in milliseconds.

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Returns the days since 1970, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / day)
}

/** `2026-11-21` */
export function dayName(number: number): string {
  return new Date(number * day).toISOString().slice(0, 10)
}

/** Returns the first day of the month of a day. */
export function firstOfMonth(number: number): number {
  const date = new Date(number * day)
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))
}
