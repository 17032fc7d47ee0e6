import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { controlsShown, idleAfterMs } from '../core/controls-visibility'

export interface ControlsVisibility {
  shown: boolean
  /** Shows the controls after any use, and restarts the three seconds. */
  wake: () => void
  /** Hides them now, as a second tap does. */
  rest: () => void
  /** For the container. */
  handlers: {
    onPointerMove: (event: PointerEvent) => void
    onFocus: (event: FocusEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

export function useControlsVisibility(playing: boolean, menuOpen: boolean): ControlsVisibility {
  const [active, setActive] = useState(true)
  const [focusInside, setFocusInside] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wake = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setActive(false), idleAfterMs)
    setActive(true)
  }, [])
  const rest = useCallback(() => {
    clearTimeout(timer.current)
    setActive(false)
  }, [])

  // Starting to play counts as activity: controls stay for three seconds from there.
  useEffect(() => {
    if (playing) wake()
    return () => clearTimeout(timer.current)
  }, [playing, wake])

  return {
    shown: controlsShown({ playing, active, menuOpen, focusInside }),
    wake,
    rest,
    handlers: {
      // A finger moves when it taps, and taps are handled elsewhere.
      onPointerMove: (event) => event.pointerType !== 'touch' && wake(),
      onFocus: (event) =>
        setFocusInside(event.target !== event.currentTarget && event.target.matches(':focus-visible')),
      onBlur: () => setFocusInside(false),
    },
  }
}
