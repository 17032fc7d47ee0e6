/** Words an estimate: `less than a minute`, `about 20 minutes`, `about 3 hours`, `more than a day`. */
export function roughTime(seconds: number): string {
  const minutes = seconds / 60
  if (minutes < 1) return 'less than a minute'
  // In steps, since a more exact number would be no more true and change all the time.
  if (minutes < 57.5) return about(minutes < 10 ? Math.round(minutes) : 5 * Math.round(minutes / 5), 'minute')
  if (minutes < 24 * 60) return about(Math.max(1, Math.round(minutes / 60)), 'hour')
  return 'more than a day'
}

function about(count: number, unit: string): string {
  return `about ${count} ${unit}${count === 1 ? '' : 's'}`
}
