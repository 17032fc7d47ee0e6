/** What the player's own step from video to video leaves in the browser's history. */
export interface WatchChain {
  /** The videos that came before, the first one first. */
  watched: readonly number[]
}

/** Empty when somebody chose the video that the page shows. */
export function watchedBefore(historyState: unknown): readonly number[] {
  return (historyState as Partial<WatchChain> | null)?.watched ?? []
}
