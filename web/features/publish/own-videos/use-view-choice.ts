import { useState } from 'react'
import { keepChoice, readChoice } from '#web/lib/browser-choice'
import { useMatches } from '#web/lib/dom/use-matches'

export const ownViews = ['grid', 'table'] as const
export type OwnView = (typeof ownViews)[number]

const storageKey = 'my-videos-view'

/** Returns how My Videos is shown, as this browser was told last. A phone has room for cards only. */
export function useViewChoice() {
  const [choice, setChoice] = useState<OwnView>(() => (readChoice(storageKey) === 'table' ? 'table' : 'grid'))
  const isWide = useMatches('(width >= 48rem)')

  function choose(view: OwnView) {
    setChoice(view)
    keepChoice(storageKey, view)
  }

  return { view: isWide ? choice : 'grid', isWide, choose }
}
