import { useNow } from './use-now'

const minuteMs = 60_000

/** Returns the milliseconds until a moment; negative once it is past. */
export function useTimeLeft(iso: string): number {
  return new Date(iso).getTime() - useNow()
}

/** Formats the time left in whole minutes, `47 h 5 min` or `12 min`: at least one while any time is left. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / minuteMs))
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
