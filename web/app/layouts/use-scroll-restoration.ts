import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-positions'
/** The newest are enough; the storage must not grow with every page. */
const maxPositions = 50

/** Back, Forward and reload find a page where it was left, every other way starts at the top. */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query alone, a filter or a tab, stays where it is
  useLayoutEffect(() => {
    if (hash) return
    window.scrollTo(0, type === NavigationType.Pop ? (readPositions()[key] ?? 0) : 0)
  }, [pathname, type === NavigationType.Pop && key])

  useLayoutEffect(() => {
    // Read while scrolling: when the page is left, the next one stands in its place already and may be shorter.
    let position = window.scrollY
    function track() {
      position = window.scrollY
    }
    function save() {
      writePosition(key, Math.round(position))
    }
    window.addEventListener('scroll', track, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      save()
      window.removeEventListener('scroll', track)
      window.removeEventListener('pagehide', save)
    }
  }, [key])
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    // Storage is switched off.
    return {}
  }
}

function writePosition(key: string, position: number): void {
  const { [key]: _, ...others } = readPositions()
  const newest = [...Object.entries(others), [key, position] as const].slice(-maxPositions)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Storage is switched off; the next visit starts at the top.
  }
}
