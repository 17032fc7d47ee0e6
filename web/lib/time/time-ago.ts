const format = new Intl.RelativeTimeFormat('en')

/** Seconds in each unit, the longest first. */
const units = [
  ['year', 365.25 * 86_400],
  ['month', 30.4375 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Says how long ago something was, in whole units: `3 weeks ago`. Less than a minute, or ahead, is `just now`. */
export function timeAgo(iso: string, now = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000
  const unit = units.find(([, length]) => seconds >= length)
  return unit ? format.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now'
}
