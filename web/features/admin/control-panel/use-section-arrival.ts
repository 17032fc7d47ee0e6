import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { AdminSection } from '#web/lib/navigation/admin-paths'

/**
 * Focuses a section when the link that led to it is gone, so that screen readers announce it, and scrolls to
 * the top. A link beside the sections keeps the focus.
 */
export function useSectionArrival(section: AdminSection, panel: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation()
  const isPop = useNavigationType() === NavigationType.Pop
  const last = useRef(section)

  useEffect(() => {
    if (last.current === section) return
    last.current = section
    // Back restores its own scroll position, and the panel scrolls to a part that the address names.
    if (!isPop && !hash) window.scrollTo(0, 0)
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [section, panel, isPop, hash])
}
