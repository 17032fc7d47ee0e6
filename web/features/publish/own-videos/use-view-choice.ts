import { useState } from 'react'
import { useMatches } from '../../../lib/dom/use-matches'

export const ownViews = ['grid', 'table'] as const
export type OwnView = (typeof ownViews)[number]

const storageKey = 'my-videos-view'

/** Returns how My Videos is shown, as this browser was told last. A phone has room for cards only. */
export function useViewChoice() {
  const [choice, setChoice] = useState<OwnView>(read)
  const isWide = useMatches('(min-width: 768px)')

  function choose(view: OwnView) {
    setChoice(view)
    try {
      localStorage.setItem(storageKey, view)
    } catch {
      // Storage is full or forbidden: the choice lasts for this page only.
    }
  }

  return { view: isWide ? choice : 'grid', isWide, choose }
}

function read(): OwnView {
  try {
    return localStorage.getItem(storageKey) === 'table' ? 'table' : 'grid'
  } catch {
    return 'grid'
  }
}
