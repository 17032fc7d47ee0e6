import { startTransition, useEffect, useState } from 'react'
import { beginsPainted } from './painted'

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
