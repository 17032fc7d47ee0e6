import type { KeyboardEvent } from 'react'
import { matchHotkey } from '../core/hotkeys'
import type { PlayerController } from '../dom/player-controller'
import { runCommand } from '../dom/run-command'

/**
 * A slider swallows every arrow key. This handler, for its capture phase, lets `keys` mean what they mean in
 * the rest of the player.
 */
export function sliderHotkeys(
  player: PlayerController,
  keys: readonly string[],
): (event: KeyboardEvent) => void {
  return (event) => {
    const command = keys.includes(event.key) ? matchHotkey(event) : null
    if (!command) return
    event.preventDefault()
    runCommand(player, command)
  }
}
