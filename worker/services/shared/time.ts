import { minute } from '#contract/values/shared/time'

/** For this long, a repeated request is taken for the first one, whose answer was lost. */
export const repeatMs = 10 * minute

/** Formats a time from the database for the API. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
