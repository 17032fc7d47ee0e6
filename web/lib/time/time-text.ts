/** Formats a second to the millisecond for the time fields: `1:02.500`, or `1:01:02.500` from an hour on. */
export function formatSeconds(seconds: number): string {
  const ms = Math.round(Math.max(0, seconds) * 1000)
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60]
  const rest = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Parses `62.5`, `1:02.5` or `1:01:02.5` as seconds; null for anything else. */
export function parseSeconds(text: string): number | null {
  const match = /^(?:(?:(\d+):)?(\d{1,3}):)?(\d+(?:[.,]\d*)?)$/.exec(text.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = ''] = match
  const value = Number(seconds.replace(',', '.'))
  // After a colon, sixty seconds would be a minute.
  if (match[2] !== undefined && value >= 60) return null
  if (match[1] !== undefined && Number(minutes) >= 60) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + value
}
