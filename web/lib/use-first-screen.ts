import { startTransition, useEffect, useState } from 'react'
import { isNewVisit } from './arrival'
import { painted } from './painted'

/**
 * Returns whether to render no more of a list than the first screen shows. The rest follows a moment later: with all of
 * it at once, the page would be busy for too long before it answers.
 */
export function useFirstScreen(): boolean {
  const [isFirst, setIsFirst] = useState(beginsPainted)
  useEffect(() => {
    if (isFirst) startTransition(() => setIsFirst(false))
  }, [isFirst])
  return isFirst
}

/** The app begins with what the worker painted, except for anyone who comes back to a page and may be further down. */
function beginsPainted(): boolean {
  return painted() !== null && isNewVisit()
}
