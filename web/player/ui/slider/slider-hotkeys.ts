import type { KeyboardEvent } from 'react'
import { type HotkeyCommand, matchHotkey } from '../../core/hotkeys'

/**
 * The player's own handler leaves all keys to a focused range input. This capture-phase handler gives them
 * the player's meaning, except those that the slider keeps.
 */
export function sliderHotkeys(
  run: (command: HotkeyCommand) => void,
  kept: readonly string[] = [],
): (event: KeyboardEvent) => void {
  return (event) => {
    const command = kept.includes(event.key) ? null : matchHotkey(event)
    if (!command) return
    event.preventDefault()
    run(command)
  }
}
