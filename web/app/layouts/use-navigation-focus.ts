import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the new page's heading after a navigation, so that a screen reader announces the page.
 */
export function useNavigationFocus(mainId: string): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById(mainId)
    const heading = main?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [pathname, mainId])
}
