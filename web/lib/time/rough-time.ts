/** Words an estimate: `less than a minute`, `about 20 minutes`, `about 1.5 hours`, `more than a day`. */
export function roughTime(seconds: number): string {
  const minutes = seconds / 60
  if (minutes < 1) return underAMinute
  // In steps, since a more exact number would be no more true and change all the time.
  if (minutes < 57.5) return about(minutes < 10 ? Math.round(minutes) : 5 * Math.round(minutes / 5), 'minute')
  const hours = minutes / 60
  if (hours < 24) return about(hours < 2.75 ? Math.round(2 * hours) / 2 : Math.round(hours), 'hour')
  return 'more than a day'
}

const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

/** Words a sum of time, in hours however many: `about 20 minutes`, `about 1.5 hours`, `about 1,200 hours`. */
export function roughHours(seconds: number): string {
  if (seconds < 60) return underAMinute
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? about(minutes, 'minute') : about(minutes / 60, 'hour')
}

const underAMinute = 'less than a minute'

function about(count: number, unit: string): string {
  const shown = twoDigits.format(count)
  return `about ${shown} ${unit}${shown === '1' ? '' : 's'}`
}
