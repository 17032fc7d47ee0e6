import { createContext, useContext, useEffect, useState } from 'react'

/** What the worker rendered the first screen with, which the browser has to begin with as well. */
interface FirstScreen {
  ageVerified: boolean
  /** Until the page or the gate is hydrated. */
  isWaiting: boolean
}

/** Null where nothing is in the HTML, and the browser renders all of it. */
export const FirstScreenContext = createContext<FirstScreen | null>(null)

/** Returns what the worker knew, in a component that is being hydrated or was; null in those that come later. */
export function useHydrated(): FirstScreen | null {
  const first = useContext(FirstScreenContext)
  const [hydrated] = useState(() => (first?.isWaiting ? first : null))
  return hydrated
}

/** For the page and for the gate, whichever comes first: the first screen is hydrated. */
export function useFirstArrival(): void {
  const first = useContext(FirstScreenContext)
  useEffect(() => {
    if (!first) return
    first.isWaiting = false
    letPress()
  }, [first])
}

/** Lets everything be pressed; until then, the worker's HTML has nothing but links that would do something. */
export function letPress(): void {
  document.querySelector('[data-waiting]')?.removeAttribute('data-waiting')
}
