import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { type HotkeyCommand, isPageHotkey, matchHotkey } from '../core/hotkeys'

const textField = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** These handle Space and Enter themselves; a menu handles all its keys. */
const pressable = 'button, a[href], [role="button"]'
const menuOrDialog = '[role="menu"], dialog'
/** Where the focus rests by default: a change of page moves it to the new heading. */
const resting = 'body, main, h1'

/**
 * Returns the key handler for the player's container. With `wholePage` the main keys also work while nothing
 * has focus and the player is in view.
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
        const nothingFocused = document.activeElement?.matches(resting) ?? true
        if (nothingFocused && isPageHotkey(event) && isInView(containerRef.current)) onPageKey(event)
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

function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(textField) || target.closest(menuOrDialog)) return true
  return key === ' ' && target.closest(pressable) !== null
}

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
