/** A longer pause between two readings is a sleeping tab, not playback. */
const longestStepMs = 2000
/** Seconds that the playhead may be ahead of the clock, since the two are read one after the other. */
const tolerance = 0.5

interface Reading {
  now: number
  currentTime: number
  /** Seconds; NaN until the metadata are known. */
  duration: number
  rate: number
  paused: boolean
}

/** Notes which of a video's equal parts were played: those whose middle the playhead passed in playback. */
export class WatchedParts {
  /** Bit 0 is the first part. */
  parts = 0
  #last: Reading | null = null

  constructor(private readonly count: number) {}

  follow(reading: Reading): void {
    const last = this.#last
    this.#last = reading
    if (!last || last.paused || !(reading.duration > 0)) return
    const elapsed = reading.now - last.now
    const played = reading.currentTime - last.currentTime
    const rate = Math.max(reading.rate, last.rate)
    if (elapsed > longestStepMs || played <= 0 || played > (elapsed / 1000) * rate + tolerance) return
    const length = reading.duration / this.count
    // The first and the last part whose middle lies in the step.
    const from = Math.ceil(last.currentTime / length - 0.5)
    const to = Math.min(this.count - 1, Math.floor(reading.currentTime / length - 0.5))
    for (let part = Math.max(0, from); part <= to; part++) this.parts |= 1 << part
  }
}
