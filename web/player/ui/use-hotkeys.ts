import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { type HotkeyCommand, matchHotkey, scrollsPage } from '../core/hotkeys'
import { isBehindDialog, isTakenBy } from '../dom/taken-keys'

/**
 * Returns the key handler for the player's container. With `wholePage` the keys also work wherever on the page
 * the focus is, but in fields, menus and dialogs.
 */
export function useHotkeys(
  run: (command: HotkeyCommand) => void,
  containerRef: RefObject<HTMLElement | null>,
  wholePage: boolean,
): (event: ReactKeyboardEvent) => void {
  const onPageKey = useEffectEvent((event: KeyboardEvent) => press(run, event))

  useEffect(() => {
    if (!wholePage) return
    const abort = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (isBehindDialog()) return
        if (!scrollsPage(event) || isInView(containerRef.current)) onPageKey(event)
      },
      { signal: abort.signal },
    )
    return () => abort.abort()
  }, [containerRef, wholePage])

  return (event) => press(run, event.nativeEvent)
}

function press(run: (command: HotkeyCommand) => void, event: KeyboardEvent): void {
  if (event.defaultPrevented || isTakenBy(event.target, event.key)) return
  const command = matchHotkey(event)
  if (!command) return
  // Space and arrows would scroll the page.
  event.preventDefault()
  run(command)
}

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
