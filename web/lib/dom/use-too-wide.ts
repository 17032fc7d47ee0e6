import { type RefObject, useEffect, useState } from 'react'

/** Returns whether the only element in a box is wider than the box. */
export function useTooWide(box: RefObject<HTMLElement | null>): boolean {
  const [isTooWide, setTooWide] = useState(false)

  useEffect(() => {
    const { current } = box
    const content = current?.firstElementChild
    if (!current || !(content instanceof HTMLElement)) return
    // Not the box's scroll width, which counts outlines that may extend past its edge.
    const observer = new ResizeObserver(() => setTooWide(content.offsetWidth > current.clientWidth))
    observer.observe(current)
    observer.observe(content)
    return () => observer.disconnect()
  }, [box])

  return isTooWide
}
