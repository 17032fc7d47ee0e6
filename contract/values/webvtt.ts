/** A time as WebVTT writes it, of milliseconds: `00:01:05.250`. */
export function printTime(ms: number): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds % 60, 2)}.${digits(ms % 1000, 3)}`
}
