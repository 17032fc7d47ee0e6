import type { PlayerController } from '#web/player/dom/player-controller'

/**
 * Calls `read` now, since the video may have been playing before the player was there, and at each change; and
 * `leave` whenever the page is left, and at the end. Returns a function that ends it.
 */
export function followPlayback(player: PlayerController, read: () => void, leave: () => void): () => void {
  const unsubscribe = player.subscribe(read)
  read()
  window.addEventListener('pagehide', leave)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', leave)
    leave()
  }
}
