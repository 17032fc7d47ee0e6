import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { AdminSection } from '../../../lib/admin-paths'

/**
 * Focuses a section's tab after a link from another section, so that screen readers announce it, and scrolls
 * to the top. A clicked tab is focused already.
 */
export function useSectionArrival(section: AdminSection, page: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation()
  const isPop = useNavigationType() === NavigationType.Pop
  const last = useRef(section)

  useEffect(() => {
    if (last.current === section) return
    last.current = section
    if (document.activeElement !== document.body) return
    page.current
      ?.querySelector<HTMLElement>(`[role="tab"][data-value="${section}"]`)
      ?.focus({ preventScroll: true })
    // Back restores its own scroll position, and the panel scrolls to a part that the address names.
    if (!isPop && !hash) window.scrollTo(0, 0)
  }, [section, page, isPop, hash])
}
