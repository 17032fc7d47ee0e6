/**
 * Formats views: in full below 1,000, then as rounded thousands (12K), then as millions with one decimal
 * (1.4M).
 */
export function formatViews(views: number): string {
  // 999,500 would round to 1000K, which is 1.0M.
  if (views >= 999_500) return `${(views / 1_000_000).toFixed(1)}M`
  return views >= 1000 ? `${Math.round(views / 1000)}K` : String(views)
}

export function viewsLabel(views: number): string {
  return `${formatViews(views)} ${views === 1 ? 'view' : 'views'}`
}

/** Returns likes per view as a whole percentage, at most 100; null while there are no views. */
export function formatRating(likes: number, views: number): string | null {
  return views > 0 ? `${Math.min(100, Math.round((likes / views) * 100))}%` : null
}

/** Formats whole minutes, or seconds below one minute: `12 min`, `45 s`. */
export function formatMinutes(seconds: number): string {
  return seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min`
}

/** Formats a duration for `<time datetime>`: ISO 8601. */
export function isoDuration(seconds: number): string {
  return `PT${Math.max(0, Math.floor(seconds))}S`
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const utcDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a date in the reader's time zone, or in UTC: `November 21, 2026`. */
export function formatDate(iso: string, zone?: 'UTC'): string {
  return (zone ? utcDay : day).format(new Date(iso))
}

const shortDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Formats a date for narrow columns: `Nov 21, 2026`. */
export function formatShortDate(iso: string): string {
  return shortDay.format(new Date(iso))
}

const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Formats date and time: `Nov 21, 2026, 7:05 AM`. */
export function formatTime(iso: string): string {
  return minute.format(new Date(iso))
}
