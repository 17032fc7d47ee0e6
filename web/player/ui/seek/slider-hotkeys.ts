import type { KeyboardEvent } from 'react'
import { type HotkeyCommand, matchHotkey } from '../../core/hotkeys'

/**
 * To the player's own handler a range input is a field that takes keys. This one, for its capture phase, lets them
 * mean what they mean in the rest of the player, except for those that the slider is to keep.
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
