import { formatDuration } from './duration'

/** Words seconds for a sentence: `2.5 seconds`, `60 minutes`; anything else from a minute on as `m:ss`. */
export function durationInWords(seconds: number): string {
  if (seconds >= 60 && seconds % 60 !== 0) return formatDuration(seconds)
  const [count, unit] = seconds < 60 ? [Number(seconds.toFixed(1)), 'second'] : [seconds / 60, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
