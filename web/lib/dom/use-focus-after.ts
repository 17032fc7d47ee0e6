import { type RefObject, useEffect, useRef } from 'react'

/**
 * Restores the focus after a dialog to its opener, or to `region` if the opener is gone. Call the returned
 * function when the dialog opens. Also for a button that is disabled while busy.
 */
export function useFocusAfter(isOpen: boolean, region: RefObject<HTMLElement | null>): () => void {
  const opener = useRef<Element>(null)

  useEffect(() => {
    if (isOpen) return
    // Runs after the dialog's own attempt, which knows nothing of a dialog that it replaced.
    const timer = setTimeout(() => {
      const { current } = opener
      opener.current = null
      if (!current || document.activeElement !== document.body) return
      const target = current instanceof HTMLElement && current.isConnected ? current : region.current
      target?.focus()
    })
    return () => clearTimeout(timer)
  }, [isOpen, region])

  return () => {
    opener.current = document.activeElement
  }
}
