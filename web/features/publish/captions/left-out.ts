const list = new Intl.ListFormat('en')
const mostLines = 5

/** Says how many captions of a file were left out, and where they are; null for none. */
export function leftOutText({
  total,
  leftOut,
}: {
  total: number
  leftOut: readonly number[]
}): string | null {
  if (leftOut.length === 0) return null
  const more = leftOut.length - mostLines
  const named = leftOut.slice(0, mostLines).map(String)
  const lines = list.format(more > 0 ? [...named, `${more} more`] : named)
  return `${leftOut.length} of ${total} captions left out. Check the times on ${leftOut.length === 1 ? 'line' : 'lines'} ${lines}.`
}
