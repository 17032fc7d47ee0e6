/**
 * Returns the minor units of a provider's decimal text, by its digits: 14.99 has no exact double. Null for
 * anything but a plain number with at most two places, which all currencies sold here have.
 */
export function minorOf(decimal: string): number | null {
  const match = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/.exec(decimal)
  if (!match) return null
  const [, whole, places = ''] = match
  return Number(whole) * 100 + Number(places.padEnd(2, '0'))
}

/** Formats minor units as providers expect: 1499 as "14.99". */
export function decimalOf(minor: number): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
