/** A WebVTT timestamp, for a regular expression: optional hours, minutes, seconds, thousandths. */
export const timePattern = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`

/** Returns the milliseconds of a text that matches timePattern. */
export function readCueTime(text: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).reverse()
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/** Formats milliseconds as a WebVTT timestamp: `00:01:05.250`. */
export function formatCueTime(ms: number): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds % 60, 2)}.${digits(ms % 1000, 3)}`
}
