/** CCBill's clocks show Arizona's time, all year round. */
const offset = -7 * 3600_000
const day = 86_400_000

/** `2026-11-28 03:21:15`, as in notices. */
export function ccbillTime(at: number): string {
  return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
}

/** `20261128032115`, as in DataLink. */
export function datalinkTime(at: number): string {
  return ccbillTime(at).replaceAll(/\D/g, '')
}

/** Null for anything but fourteen digits. */
export function parseDatalinkTime(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)?.slice(1).map(Number)
  if (!parts) return null
  const [year = 0, month = 1, date, hours, minutes, seconds] = parts
  return Date.UTC(year, month - 1, date, hours, minutes, seconds) - offset
}

/** The last second of the day so many days later. */
export function endOfDay(at: number, days: number): number {
  return (Math.floor((at + offset) / day) + days + 1) * day - 1000 - offset
}
