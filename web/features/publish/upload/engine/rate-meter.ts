/**
 * Milliseconds over which the rate is measured: long enough to be steady, short enough to follow the
 * connection.
 */
const span = 6_000
const shortestSpan = 500

/** Measures the smoothed rate of a growing number of bytes. */
export class RateMeter {
  #samples: { at: number; bytes: number }[] = []

  add(bytes: number, now: number): void {
    const last = this.#samples.at(-1)
    // A failed part takes its bytes back, so earlier samples no longer apply.
    if (last && bytes < last.bytes) this.#samples = []
    this.#samples.push({ at: now, bytes })
    while (this.#samples.length > 2 && now - (this.#samples[1]?.at ?? now) > span) this.#samples.shift()
  }

  reset(): void {
    this.#samples = []
  }

  /** Bytes per second; null while there is too little data. */
  get rate(): number | null {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < shortestSpan) return null
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
  }
}
