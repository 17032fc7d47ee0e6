/** Words seconds for a sentence: `2.5 seconds`, `60 minutes`; anything else from a minute on as `m:ss`. */
export function durationInWords(seconds: number): string {
  if (seconds >= 60 && seconds % 60 !== 0) return formatDuration(seconds)
  const [count, unit] = seconds < 60 ? [Number(seconds.toFixed(1)), 'second'] : [seconds / 60, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Formats seconds as `m:ss`, or `h:mm:ss` from an hour on. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
