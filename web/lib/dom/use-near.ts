import { type RefObject, useEffect, useState } from 'react'

/** Returns whether an element has ever come near the visible part of the page. */
export function useNear(target: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !target.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [near, target])
  return near
}
