import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { AdminSection } from '../../../lib/admin-paths'

/**
 * A link in one section that leads to another goes with its own: its tab takes the focus, so that a screen reader
 * says where one is, and the section is shown from its top. A tab that was chosen has the focus already.
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
    // Back finds the place that it left, and a part that the address names is scrolled to by its panel.
    if (!isPop && !hash) window.scrollTo(0, 0)
  }, [section, page, isPop, hash])
}
