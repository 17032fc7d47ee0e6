import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where the focus goes after a dialog: to what opened it, or to `region` where that is gone, as a claim is that was
 * decided. Call what it answers when the dialog opens. The same for a button that can't be pressed while it works.
 */
export function useFocusAfter(isOpen: boolean, region: RefObject<HTMLElement | null>): () => void {
  const opener = useRef<Element>(null)

  useEffect(() => {
    if (isOpen) return
    // After the dialog's own try, which knows nothing of the dialog that it took the place of.
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
