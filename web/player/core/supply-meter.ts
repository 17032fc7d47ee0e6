import type { TimeRange } from './time-range'

/** Data that arrives slower than this many seconds of video a second can't be played without stalls. */
const ENOUGH = 1.25
/** So slow that a short look is enough. */
const HOPELESS = 0.6
const SHORT_LOOK_MS = 700
const LONG_LOOK_MS = 2500
/** A busy page notices data late: a line counts as slow only if it stays so while we watch. */
const WATCH_MS = 500
/** Older samples say nothing about the present line. */
const LOOK_BACK_MS = 5000
/** With this much in hand there is time to see whether it gets better. */
const COMFORTABLE_S = 4
/** A round trip before the first byte can arrive. */
const FIRST_BYTE_MS = 300

export interface SupplyReading {
  /** Monotonic milliseconds. */
  now: number
  currentTime: number
  duration: number
  buffered: readonly TimeRange[]
  /** The browser is fetching; once it pauses with a full buffer, nothing can be measured. */
  loading: boolean
}

interface Sample {
  now: number
  end: number
}

/**
 * Tells from the buffer's growth whether a file arrives too slowly to play. Judges before the first stall,
 * even in the first seconds: `loadStarted` is when the file was requested, in the clock of the readings.
 */
export class SupplyMeter {
  #samples: Sample[]
  /** The first sample observed rather than calculated. */
  #seen: Sample | null = null

  constructor(loadStarted: number, atSecond: number) {
    this.#samples = [{ now: loadStarted + FIRST_BYTE_MS, end: atSecond }]
  }

  /** Starts over after a jump, with the first data from there. */
  restart(): void {
    this.#forget()
  }

  /** Returns true when playback will stall. */
  tick({ now, currentTime, duration, buffered, loading }: SupplyReading): boolean {
    const end = buffered.find((range) => range.start <= currentTime + 0.1 && range.end >= currentTime)?.end
    if (!loading || (end !== undefined && duration - end < 0.5)) this.#forget()
    if (!loading || end === undefined || duration - end < 0.5) return false
    const last = this.#samples.at(-1)
    if (last && end < last.end) this.#forget()
    this.#seen ??= { now, end }
    this.#samples.push({ now, end })
    while ((this.#samples[1]?.now ?? now) < now - LOOK_BACK_MS) this.#samples.shift()
    const watched = now - this.#seen.now
    if (watched < WATCH_MS || rateBetween(this.#seen, { now, end }) >= ENOUGH) {
      // It got better since the first look, so measuring starts over from here.
      if (watched >= WATCH_MS) this.#seen = { now, end }
      return false
    }
    const [first] = this.#samples
    if (!first || end - currentTime >= COMFORTABLE_S) return false
    const looked = now - first.now
    const rate = rateBetween(first, { now, end })
    return (looked >= SHORT_LOOK_MS && rate < HOPELESS) || (looked >= LONG_LOOK_MS && rate < ENOUGH)
  }

  #forget(): void {
    this.#samples = []
    this.#seen = null
  }
}

/** Returns the seconds of video that arrive per second. */
function rateBetween(from: Sample, to: Sample): number {
  return ((to.end - from.end) / (to.now - from.now)) * 1000
}
