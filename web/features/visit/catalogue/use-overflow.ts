import { type RefObject, useEffect, useState } from 'react'

/** Returns whether a horizontal scroller has hidden content before and after its visible part. */
export function useOverflow(scroller: RefObject<HTMLElement | null>, content: unknown) {
  const [overflow, setOverflow] = useState({ before: false, after: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another width
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    function measure() {
      if (!element) return
      const before = element.scrollLeft > 1
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setOverflow((last) => (last.before === before && last.after === after ? last : { before, after }))
    }
    // The first measurement waits until the browser has laid out the page: any sooner, it would force that.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, content])

  return overflow
}
