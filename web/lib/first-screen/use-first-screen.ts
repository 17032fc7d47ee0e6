import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { isNewVisit } from '../navigation/arrival'
import { useHydrated } from './values'

/**
 * Returns whether to render no more of a list than the first screen shows, as the worker does. The rest follows a moment
 * later: with all of it at once, the page would be busy for too long before it answers. For anyone who comes back to a
 * page and may be further down, it follows before anything is drawn.
 */
export function useFirstScreen(): boolean {
  const [isFirst, setIsFirst] = useState(useHydrated() !== null)
  useLayoutEffect(() => {
    if (isFirst && !isNewVisit()) setIsFirst(false)
  }, [isFirst])
  useEffect(() => {
    if (isFirst) startTransition(() => setIsFirst(false))
  }, [isFirst])
  return isFirst
}
