import { type RefObject, useEffect, useState } from 'react'

/** Whether something has come near the visible part of the page, once and for all. */
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
