import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'

/**
 * Makes a long row of links one tab stop, within which the left and right arrow keys move. Tab enters it at
 * the link with the index `first`, of `count`.
 */
export function useRovingFocus(count: number, first: number) {
  const [focused, setFocused] = useState<number | null>(null)
  /** Without the app nothing moves within the row: until then each link is a stop. */
  const [isLive, setIsLive] = useState(false)
  useEffect(() => setIsLive(true), [])
  const stop = Math.max(0, Math.min(focused ?? first, count - 1))
  return {
    row: {
      'data-roving-row': '',
      onKeyDown: moveFocus,
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) setFocused(null)
      },
    },
    item: (index: number) => ({
      'data-roving': '',
      tabIndex: isLive && index !== stop ? -1 : undefined,
      onFocus: () => setFocused(index),
    }),
  } as const
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Alt with an arrow is the browser's Back.
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!by) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-roving]')]
  const at = items.findIndex((each) => each.isSameNode(document.activeElement))
  const wanted = at < 0 ? undefined : items[at + by]
  if (!wanted) return
  event.preventDefault()
  wanted.focus()
}
