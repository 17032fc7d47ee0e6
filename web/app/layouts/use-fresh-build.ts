import { useLayoutEffect, useRef } from 'react'
import { isPartMissing } from '../../lib/lazy-part'
import { currentToast, dismissToast } from '../../ui/feedback/toast'

/**
 * Makes the next page a new document if a file of this build couldn't be loaded: a newer version may have
 * been published. Without a connection the pages that are already here go on working.
 */
export function useFreshBuild(pathname: string): void {
  const before = useRef(pathname)

  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // An offer belongs to the page that made it.
    if (currentToast()?.action) dismissToast()
    if (isPartMissing() && navigator.onLine) location.reload()
  }, [pathname])
}
