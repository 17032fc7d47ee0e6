import { type PointerEvent, type RefObject, useState } from 'react'

export interface Drag {
  from: number
  /** Index of the row that it would land before; the number of rows is the end. */
  to: number
}

export interface DragEnds {
  onDrop: (drag: Drag) => void
  /** The handle was pressed, and not dragged. */
  onPress: () => void
}

/** Pixels from the window's edges at which it scrolls. */
const edge = 90

/**
 * Drags a row of a list by its handle: with a mouse, a pen or a finger. Rows stay where they are meanwhile,
 * so that the handle keeps the pointer. Escape cancels. `lastPlace` is the greatest index that a row may land
 * before.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  lastPlace: number,
  { onDrop, onPress }: DragEnds,
) {
  const [drag, setDrag] = useState<Drag | null>(null)

  function begin(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0) return
    const handle: HTMLElement = event.currentTarget
    const { pointerId } = event
    handle.setPointerCapture(pointerId)
    const abort = new AbortController()
    const { signal } = abort
    let to = from
    let isDragged = false

    function end(isDropped: boolean) {
      abort.abort()
      setDrag(null)
      // Landing before itself, or before the next row, changes nothing.
      if (isDropped && to !== from && to !== from + 1) onDrop({ from, to })
      if (!isDragged) onPress()
    }

    handle.addEventListener(
      'pointermove',
      ({ clientY }) => {
        isDragged = true
        to = Math.min(rowAt(list.current, clientY), lastPlace)
        setDrag({ from, to })
        if (clientY < edge) scrollBy(0, -16)
        else if (clientY > innerHeight - edge) scrollBy(0, 16)
      },
      { signal },
    )
    handle.addEventListener('pointerup', () => end(true), { signal })
    handle.addEventListener('pointercancel', () => end(false), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal })
  }

  return { drag, begin }
}

/** Returns how many rows have their middle above. */
function rowAt(list: HTMLElement | null, y: number): number {
  return [...(list?.children ?? [])].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
