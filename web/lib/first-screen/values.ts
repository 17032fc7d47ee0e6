import { createContext, useContext, useEffect, useState } from 'react'

/** Values that the worker rendered the first screen with, and that the browser has to begin with as well. */
interface FirstScreen {
  ageVerified: boolean
  /** Until the page or the gate is hydrated. */
  isWaiting: boolean
}

/** Null where nothing is in the HTML, and the browser renders all of it. */
export const FirstScreenContext = createContext<FirstScreen | null>(null)

/**
 * Returns the values that the worker rendered with, in a component that is or was hydrated; null in
 * components that come later.
 */
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
    enableControls()
  }, [first])
}

/** Lets controls be pressed. Until the app has come, only the links of the worker's HTML do anything. */
export function enableControls(): void {
  document.querySelector('[data-waiting]')?.removeAttribute('data-waiting')
}
