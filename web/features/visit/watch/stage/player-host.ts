/**
 * The one element that the player is rendered into. It moves between the video page and the mini player, so
 * that the `<video>` in it is never replaced.
 */
export const playerHost = document.createElement('div')
playerHost.className = 'contents'

let canStay = () => false

/**
 * Registers the function that decides whether the player stays when its page is left. Returns a function that
 * unregisters it.
 */
export function letPlayerStay(decide: () => boolean): () => void {
  canStay = decide
  return () => {
    canStay = () => false
  }
}

/** Puts the player on the page. */
export function placePlayer(parent: HTMLElement): void {
  // Keeps the focus and picture in picture. Without it, a move within one task at least goes on playing.
  if (parent.moveBefore && playerHost.isConnected) parent.moveBefore(playerHost, null)
  else parent.append(playerHost)
}

/** Called before the page goes. Returns whether the player stays; it is out of the page then. */
export function leavePage(): boolean {
  const stays = canStay()
  if (stays) placePlayer(document.body)
  return stays
}
