import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useFirstScreen } from '../../lib/first-screen/use-first-screen'
import { isNewVisit } from '../../lib/navigation/arrival'

const storageKey = 'scroll-positions'
/** Keeps only the newest positions, so that the storage doesn't grow with every page. */
const maxPositions = 50

/**
 * True for the document's first page, which starts at the top. The router reports a typed address as a
 * return, like a reload.
 */
let isFirstPage = true

/** Restores the scroll position after Back, Forward and reload; any other navigation starts at the top. */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const isFirst = useFirstScreen()
  // Several documents in one history share the same first key.
  const place = `${key} ${pathname}`

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query alone keeps the position
  useLayoutEffect(() => {
    const isNew = isFirstPage && type === NavigationType.Pop && isNewVisit()
    // Until its rest is rendered, the page may be too short for the position.
    if (isFirst && !isNew) return
    isFirstPage = isFirst
    if (hash || isNew) return
    window.scrollTo(0, type === NavigationType.Pop ? (readPositions()[place] ?? 0) : 0)
  }, [pathname, type === NavigationType.Pop && key, isFirst])

  useLayoutEffect(() => {
    // Read while scrolling: once the page is left, the next one has replaced it already and may be shorter.
    let position: number | undefined
    function track() {
      position = window.scrollY
    }
    // Read at once, the position would make the browser lay out the new page first.
    const frame = requestAnimationFrame(track)
    function save() {
      if (position !== undefined) writePosition(place, Math.round(position))
    }
    function leave() {
      track()
      save()
    }
    window.addEventListener('scroll', track, { passive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      save()
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', track)
      window.removeEventListener('pagehide', leave)
    }
  }, [place])
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
  const { [place]: forgotten, ...others } = readPositions()
  const newest = [...Object.entries(others), [place, position] as const].slice(-maxPositions)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Storage is switched off; the next visit starts at the top.
  }
}
