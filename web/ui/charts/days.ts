// Days are in UTC, whatever the reader's time zone.
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats `Nov 3`. */
export function shortDay(day: string): string {
  return short.format(new Date(day))
}

/** Formats `Nov 3, 2026`. */
export function longDay(day: string): string {
  return long.format(new Date(day))
}
