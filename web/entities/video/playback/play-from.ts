/** Plays from a second, or without one from where it is. */
type PlayFrom = (second?: number) => void

let player: { videoId: number; play: PlayFrom } | null = null
/** What was requested before the player was ready. */
let wish: { videoId: number; second: number | undefined } | null = null

/**
 * Registers the player, so that parts of the page can play its video from a second. Returns a function that
 * unregisters it.
 */
export function offerPlayFrom(videoId: number, play: PlayFrom): () => void {
  const offered = { videoId, play }
  player = offered
  if (wish?.videoId === videoId) play(wish.second)
  wish = null
  return () => {
    if (player === offered) player = null
  }
}

/** Plays a video, as soon as its player can, unless its page ends before. */
export function playFrom(videoId: number, second?: number): void {
  if (player?.videoId === videoId) player.play(second)
  else wish = { videoId, second }
}

/** Forgets what was requested of a player that didn't come. */
export function forgetPlayFrom(): void {
  wish = null
}
