/** CCBill's clocks show Arizona's time, all year round. */
const offset = -7 * 3600_000
const day = 86_400_000

/** Returns the time as DataLink writes it: `20261128032115`. */
export function datalinkTime(at: number): string {
  return new Date(at + offset).toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

/** Parses `20261128032115` or `20261128`. Null for anything else. */
export function parseTime(text: string | undefined): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(text ?? '')
  if (!parts) return null
  const [year = 0, month = 0, date, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  return Date.UTC(year, month - 1, date, hours, minutes, seconds) - offset
}

/** Returns how many days later the second date is, by the calendar. */
export function daysBetween(from: number, until: number): number {
  const dayOf = (at: number) => Math.floor((at + offset) / day)
  return dayOf(until) - dayOf(from)
}
