import { type RefObject, useEffect, useRef } from 'react'

/**
 * Restores the focus after a dialog to its opener, or to `region` if the opener is gone. Call the returned
 * function when the dialog opens. Also for a button that is disabled while busy.
 */
export function useFocusAfter(isOpen: boolean, region: RefObject<HTMLElement | null>): () => void {
  const opener = useRef<{ element: Element | null; wasOpen: boolean }>(null)

  // After each render, since what begins and ends between two of them is never seen open.
  useEffect(() => {
    if (!opener.current) return
    if (isOpen) {
      opener.current.wasOpen = true
      return
    }
    const { element, wasOpen } = opener.current
    // Runs after the dialog's own attempt, which knows nothing of a dialog that it replaced.
    const timer = setTimeout(() => {
      const { activeElement, body } = document
      if (activeElement === element && !wasOpen) return
      opener.current = null
      if (activeElement !== body) return
      const target = element instanceof HTMLElement && element.isConnected ? element : region.current
      target?.focus()
    })
    return () => clearTimeout(timer)
  })

  return () => {
    opener.current = { element: document.activeElement, wasOpen: false }
  }
}
