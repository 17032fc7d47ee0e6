import type { TimeRange } from '#web/player/core/time-range'

export interface Moment {
  startAt: number
  /** Set when only a part is to be played. */
  window: TimeRange | null
}

/** Returns the moment in an address as it is written there. */
export function momentIn(search: string): string | null {
  return new URLSearchParams(search).get('t')
}

/** Reads `?t=90` and `?t=10,25` (seconds); null where the address names no moment. */
export function readMoment(search: string, duration: number | null): Moment | null {
  const match = momentIn(search)?.match(/^(\d{1,6}(?:\.\d{1,3})?)(?:,(\d{1,6}(?:\.\d{1,3})?))?$/)
  if (!match) return null
  const longest = duration ?? Number.POSITIVE_INFINITY
  const start = Number(match[1])
  const end = match[2] === undefined ? null : Math.min(Number(match[2]), longest)
  if (start >= longest || (end !== null && end <= start)) return null
  return { startAt: start, window: end === null ? null : { start, end } }
}
