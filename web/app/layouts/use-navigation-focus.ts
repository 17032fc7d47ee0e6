import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isTyping } from '../../lib/dom/is-typing'

/**
 * Moves the focus to the new page's heading after a navigation, so that a screen reader announces the page.
 * A text box outside the page, such as that of the search, keeps the focus that it took while the page was loading.
 */
export function useNavigationFocus(mainId: string): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  /** Path in the address bar when something last took the focus. It changes before the page is there. */
  const focusedAt = useRef<string>(undefined)

  useEffect(() => {
    function note() {
      focusedAt.current = window.location.pathname
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById(mainId)
    const focused = document.activeElement
    const isTypedElsewhere = isTyping(focused) && !main?.contains(focused)
    if (isTypedElsewhere && focusedAt.current === window.location.pathname) return
    const heading = main?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [pathname, mainId])
}
