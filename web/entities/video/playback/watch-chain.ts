/** The history state of a navigation that the player itself made to the next video. */
export interface WatchChain {
  /** The previous videos, oldest first. */
  watched: readonly number[]
}

/** Returns the videos watched before; empty when the viewer chose this one. */
export function watchedBefore(historyState: unknown): readonly number[] {
  return (historyState as Partial<WatchChain> | null)?.watched ?? []
}

/**
 * State of a navigation by a button that plays something: the video begins as if the player had moved on to
 * it.
 */
export const playsOn: WatchChain = { watched: [0] }
