import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-positions'
/** The newest are enough; the storage must not grow with every page. */
const maxPositions = 50

/** Of this document, which starts at its top. The router takes a typed address for a return, as it does a reload. */
let isFirstPage = true

/** Back, Forward and reload find a page where it was left, every other way starts at the top. */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  // Several documents of one history have the same first key.
  const place = `${key} ${pathname}`

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query alone, a filter or a tab, stays where it is
  useLayoutEffect(() => {
    const isNew = isFirstPage && isNewVisit()
    isFirstPage = false
    if (hash || isNew) return
    window.scrollTo(0, type === NavigationType.Pop ? (readPositions()[place] ?? 0) : 0)
  }, [pathname, type === NavigationType.Pop && key])

  useLayoutEffect(() => {
    // Read while scrolling: when the page is left, the next one stands in its place already and may be shorter.
    let position = window.scrollY
    function track() {
      position = window.scrollY
    }
    function save() {
      writePosition(place, Math.round(position))
    }
    function leave() {
      track()
      save()
    }
    window.addEventListener('scroll', track, { passive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      save()
      window.removeEventListener('scroll', track)
      window.removeEventListener('pagehide', leave)
    }
  }, [place])
}

/** By a typed address or a link elsewhere. */
function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?]
  return visit?.type === 'navigate'
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    // Storage is switched off.
    return {}
  }
}

function writePosition(place: string, position: number): void {
  const { [place]: _, ...others } = readPositions()
  const newest = [...Object.entries(others), [place, position] as const].slice(-maxPositions)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Storage is switched off; the next visit starts at the top.
  }
}
