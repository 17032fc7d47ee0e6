const count = new Intl.NumberFormat('en')

/** A number in full: `12,345`. Apart from the other formats, since only administrators read such numbers. */
export function formatCount(value: number): string {
  return count.format(value)
}
