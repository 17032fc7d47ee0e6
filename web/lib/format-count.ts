const count = new Intl.NumberFormat('en')

/**
 * Formats a number in full: `12,345`. Apart from the other formats, since only administrators see such
 * numbers.
 */
export function formatCount(value: number): string {
  return count.format(value)
}
