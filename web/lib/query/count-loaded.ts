interface Counted {
  data?: { pages: { items: unknown[] }[] } | undefined
  hasNextPage: boolean
}

/** Counts the loaded items of a paged list: `3`, or `24+` where more exist. Null for none. */
export function countLoaded({ data, hasNextPage }: Counted): string | null {
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return count === 0 ? null : `${count}${hasNextPage ? '+' : ''}`
}
