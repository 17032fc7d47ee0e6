import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const interval = 8000
/** Milliseconds; presses don't count while one slide replaces another. */
export const transitionTime = 500

export interface Carousel {
  index: number
  /** Whether the slides change automatically unless the pointer or the focus is on them. */
  playing: boolean
  go: (index: number) => void
  previous: () => void
  next: () => void
  togglePlaying: () => void
  /** For the element around the slides: pauses the timer while it is hovered or focused. */
  holdProps: {
    onPointerEnter: () => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: () => void
  }
}

export function useCarousel(count: number): Carousel {
  const reduced = useReducedMotion()
  const [index, setIndex] = useState(0)
  /** Null until the visitor has chosen. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const locked = useRef(false)
  const playing = count > 1 && (wanted ?? !reduced)

  function go(to: number) {
    const target = (to + count) % count
    if (locked.current || target === index) return
    locked.current = true
    setTimeout(() => {
      locked.current = false
    }, transitionTime)
    setIndex(target)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: every slide restarts the timer
  useEffect(() => {
    if (!playing || hovered || focused) return
    const timer = setTimeout(() => go(index + 1), interval)
    return () => clearTimeout(timer)
  }, [index, count, playing, hovered, focused])

  return {
    index,
    playing,
    go,
    previous: () => go(index - 1),
    next: () => go(index + 1),
    togglePlaying: () => setWanted(!playing),
    holdProps: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

const reducedMotion = '(prefers-reduced-motion: reduce)'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = matchMedia(reducedMotion)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => matchMedia(reducedMotion).matches,
    // In the worker, which can't know.
    () => false,
  )
}
