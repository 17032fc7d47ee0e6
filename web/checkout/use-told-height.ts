import { type RefObject, useEffect } from 'react'
import { tellOpener } from '../entities/payment/checkout-messages'

/** Tells the dialog around the frame how high the content is, or that a provider's own window covers the frame. */
export function useToldHeight(content: RefObject<HTMLElement | null>, isCovered: boolean): void {
  useEffect(() => {
    const { current } = content
    if (!current) return
    if (isCovered) return tellOpener({ type: 'height', height: null })
    const observer = new ResizeObserver(() => tellOpener({ type: 'height', height: current.offsetHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [content, isCovered])
}
