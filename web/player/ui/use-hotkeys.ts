import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from 'react'
import { isPageHotkey, matchHotkey } from '../core/hotkeys'
import type { PlayerController } from '../dom/player-controller'
import { runCommand } from '../dom/run-command'

const TEXT_FIELD = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** They answer to Space and Enter themselves, a menu to all its keys. */
const PRESSABLE = 'button, a[href], [role="button"]'
const MENU = '[role="menu"]'
/** Where the focus rests when nobody put it anywhere: a change of page moves it to the new heading. */
const RESTING = 'body, main, h1'

/**
 * Returns the key handler for the player's container. With `wholePage` the main keys also work while nothing
 * on the page has focus and the player is in view.
 */
export function useHotkeys(
  player: PlayerController | null,
  containerRef: RefObject<HTMLElement | null>,
  wholePage: boolean,
): (event: ReactKeyboardEvent) => void {
  useEffect(() => {
    if (!player || !wholePage) return
    const abort = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        const nothingFocused = document.activeElement?.matches(RESTING) ?? true
        if (nothingFocused && isPageHotkey(event) && isInView(containerRef.current)) press(player, event)
      },
      { signal: abort.signal },
    )
    return () => abort.abort()
  }, [player, containerRef, wholePage])

  return (event) => {
    if (player) press(player, event.nativeEvent)
  }
}

function press(player: PlayerController, event: KeyboardEvent): void {
  if (event.defaultPrevented || isTakenBy(event.target, event.key)) return
  const command = matchHotkey(event)
  if (!command) return
  // Space and arrows would scroll the page.
  event.preventDefault()
  runCommand(player, command)
}

function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(TEXT_FIELD) || target.closest(MENU)) return true
  return key === ' ' && target.closest(PRESSABLE) !== null
}

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
