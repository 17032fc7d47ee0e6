/** A time of WebVTT, for a regular expression: hours if there are any, minutes, seconds, thousandths. */
export const timePattern = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`

/** Milliseconds of a text that matches timePattern. */
export function readTime(text: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).reverse()
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
}
