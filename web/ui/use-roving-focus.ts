import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/**
 * Makes a row of links and buttons one stop of the Tab key, as a toolbar of WAI-ARIA: arrow keys, Home and End move
 * within it. Tab enters it at the item with the index `first`.
 */
export function useRovingFocus(label: string, first = 0) {
  const [focused, setFocused] = useState<number | null>(null)
  return {
    row: {
      role: 'toolbar',
      'aria-label': label,
      onKeyDown: moveFocus,
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) setFocused(null)
      },
    },
    item: (index: number) => ({
      'data-roving': '',
      tabIndex: index === (focused ?? first) ? 0 : -1,
      onFocus: () => setFocused(index),
    }),
  } as const
}

/** Props of an item of the row. */
export type RovingItem = ReturnType<ReturnType<typeof useRovingFocus>['item']>

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Alt with an arrow is the browser's Back.
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-roving]')]
  const at = items.findIndex((each) => each.isSameNode(event.target as HTMLElement))
  const wanted = at < 0 ? undefined : order(items, at)[event.key]
  if (!wanted) return
  event.preventDefault()
  // An item that this width hides doesn't take the focus.
  wanted.find((each) => {
    each.focus()
    return each === document.activeElement
  })
}

/** Returns by key the items that may take the focus, the wanted one first. */
function order(items: HTMLElement[], at: number): Record<string, HTMLElement[]> {
  return {
    ArrowRight: items.slice(at + 1),
    ArrowLeft: items.slice(0, at).reverse(),
    Home: items,
    End: items.toReversed(),
  }
}
