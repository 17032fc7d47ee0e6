import { type RefObject, useEffect, useRef, useState } from 'react'
import { neighbourOf } from '#web/lib/dom/neighbour-of'

/** Which button of a row. */
type RowButton = 'first' | 'last'

/**
 * Keeps the focus where rows of videos move and go, and announces each move. Each row has `data-video`;
 * `region` takes the focus where no row can.
 */
export function useRows(ids: readonly number[], region: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null)
  const [said, say] = useState('')
  const moved = useRef<{ id: number; button: RowButton }>(null)
  const arrangement = ids.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies(arrangement): a row that moves loses the focus
  useEffect(() => {
    if (!moved.current) return
    const { id, button } = moved.current
    moved.current = null
    // A video moved past the loaded pages has no button.
    focusAfterMenu(() => buttonIn(list.current, id, button) ?? region.current)
  }, [arrangement, region])

  return {
    list,
    said,
    /** Call when a row is about to move. */
    follow(id: number, button: RowButton, words: string) {
      moved.current = { id, button }
      say(words)
    },
    /** Call when a row is about to go. */
    leave(id: number, title: string) {
      const button = buttonIn(list.current, id, 'first')
      const target = button ? neighbourOf(button, region) : null
      focusAfterMenu(() => target)
      say(`Removed ${title}`)
    },
  }
}

/**
 * Zag moves the focus in a microtask when its menu closes, and in the frame after an arrow key. A frame that is
 * requested now comes after both.
 */
function focusAfterMenu(target: () => HTMLElement | null): void {
  requestAnimationFrame(() => target()?.focus())
}

function buttonIn(list: HTMLElement | null, id: number, button: RowButton): HTMLElement | null {
  const buttons = list?.querySelectorAll<HTMLElement>(`[data-video="${id}"] button`)
  return buttons?.[button === 'first' ? 0 : buttons.length - 1] ?? null
}
