import { viewAfter } from '#contract/values/shared/limits'

/** A view counts after this much real playback, or at the end of a shorter video. */
const watchedAfterMs = viewAfter * 1000

/** A longer pause between two ticks is a sleeping tab, not playback. */
const longestTickMs = 1500

/** Adds up the time played, leaving out pauses, waits and jumps. */
export class WatchMeter {
  #playedMs = 0
  #last: { now: number; currentTime: number } | null = null
  #done = false

  /** Returns true exactly once: at the tick with which the video counts as watched. */
  tick(now: number, currentTime: number, ended: boolean): boolean {
    const last = this.#last
    this.#last = { now, currentTime }
    if (this.#done || !last) return false
    const elapsed = now - last.now
    if (currentTime > last.currentTime && elapsed <= longestTickMs) this.#playedMs += elapsed
    this.#done = ended || this.#playedMs >= watchedAfterMs
    return this.#done
  }
}
