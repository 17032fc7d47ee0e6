import { type RefObject, useEffect } from 'react'
import { tellOpener } from '../entities/payment/checkout-messages'

/**
 * Tells the dialog around the frame how high the content is. Not while a provider's own window covers the frame, which
 * takes all the room that there is.
 */
export function useToldHeight(content: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const { current } = content
    if (!current || !isOn) return
    const observer = new ResizeObserver(() => tellOpener({ type: 'height', height: current.offsetHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [content, isOn])
}
