import { type RefObject, useEffect, useRef } from 'react'

/**
 * Restores the focus after a dialog to its opener, or to `region` if the opener is gone by then or goes while it has
 * the focus. Call the returned function when the dialog opens. Also for a button that is disabled while busy.
 */
export function useFocusAfter(isOpen: boolean, region: RefObject<HTMLElement | null>): () => void {
  const opener = useRef<{ element: Element | null; hadFocus: boolean }>(null)

  // After each render, since a dialog that opens and closes between two of them is never seen open.
  useEffect(() => {
    const { current } = opener
    if (!current) return
    if (isOpen) {
      current.hadFocus = false
      return
    }
    // Runs after the dialog's own attempt, which knows nothing of a dialog that it replaced.
    const timer = setTimeout(() => {
      const { element, hadFocus } = current
      if (document.activeElement === document.body) {
        if (!(element instanceof HTMLElement && element.isConnected)) region.current?.focus()
        // If it had the focus already and lost it to nothing in particular, the viewer isn't taken back.
        else if (!hadFocus) element.focus()
      }
      // Its card may go in a later render than the dialog.
      current.hadFocus = document.activeElement === element
      if (!current.hadFocus) opener.current = null
    })
    return () => clearTimeout(timer)
  })

  return () => {
    opener.current = { element: document.activeElement, hadFocus: false }
  }
}
