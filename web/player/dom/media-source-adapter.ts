export interface PlayerSource {
  /** The video's id. Another id is another video; the same id with another `url` is the same one, newly signed. */
  id: string
  url: string
  /** MIME type, as for `canPlayType`. */
  type: string
}

/**
 * Puts a source on a media element: the whole file, or a playlist through some engine. Everything else (state,
 * controls, recovery) speaks to the element alone and doesn't know which adapter is at work.
 */
export interface MediaSourceAdapter {
  canPlay(source: PlayerSource): boolean
  /** Loads `source` so that playback begins at `atSecond`. Called again for a reload. Leaves the element paused. */
  attach(source: PlayerSource, atSecond: number): void
  /** Lets go of the element and of every connection. */
  detach(): void
}
