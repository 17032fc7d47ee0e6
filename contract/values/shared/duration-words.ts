import { formatDuration } from './duration'

/**
 * Formats seconds for a sentence: `2.5 seconds`, `60 minutes`, `24 hours`; any other value from a minute on
 * as `m:ss`.
 */
export function durationInWords(seconds: number): string {
  if (seconds >= 60 && seconds % 60 !== 0) return formatDuration(seconds)
  const [count, unit] =
    seconds < 60
      ? [Number(seconds.toFixed(1)), 'second']
      : seconds < 2 * 3600 || seconds % 3600 !== 0
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
