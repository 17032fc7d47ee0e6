interface Counted {
  data?: { pages: { items: unknown[] }[] } | undefined
  hasNextPage: boolean
}

/** How many a list that comes page by page has: `3`, or `24+` where there are more than were loaded. Null for none. */
export function countLoaded({ data, hasNextPage }: Counted): string | null {
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return count === 0 ? null : `${count}${hasNextPage ? '+' : ''}`
}
