import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of page the focus goes to its heading, so that a screen reader says where one has come. */
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
