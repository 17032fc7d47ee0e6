import { startTransition, useEffect, useState } from 'react'
import { isNewVisit } from './arrival'
import { painted } from './painted'

/**
 * Returns the part of a list that the first screen shows, and all of it a moment later: rendered at once, the page
 * would be busy for too long before it answers.
 */
export function useFirstPart<Items extends readonly unknown[] | undefined>(
  items: Items,
  count: number,
): Items {
  const [isFirst, setIsFirst] = useState(beginsPainted)
  useEffect(() => {
    if (isFirst) startTransition(() => setIsFirst(false))
  }, [isFirst])
  return isFirst ? (items?.slice(0, count) as unknown as Items) : items
}

/** The app begins with what the worker painted, except for anyone who comes back to a page and may be further down. */
function beginsPainted(): boolean {
  return painted() !== null && isNewVisit()
}
