import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Closes what stands outside of the page once another page shows. A page that was still on its way when it was
 * opened leaves it open: the address bar has its key before the page is there.
 */
export function useCloseWithPage(isOpen: boolean, close: () => void): void {
  const { key } = useLocation()
  const openedAt = useRef<unknown>(null)
  const closeNow = useEffectEvent(close)

  useEffect(() => {
    if (isOpen) openedAt.current = dueKey()
  }, [isOpen])

  useEffect(() => {
    if (dueKey() === key && openedAt.current !== key) closeNow()
  }, [key])
}

/** Returns the key of the page that shows or is on its way. */
function dueKey(): unknown {
  // The router's name for an entry that it didn't make.
  return history.state?.key ?? 'default'
}
