import type { LadderProgress } from './ladder'

/** Milliseconds between two reports. */
const reportEvery = 250
/** Seconds for which the measurement before the work counts as much as the work itself. */
const trust = 2

/** A pass over the video, as it was measured. */
export interface PassCost {
  qualities: number[]
  /** Seconds that a second of video takes. */
  cost: number
}

/** Tracks the encoding of a ladder, and estimates how long the rest will take. */
export class LadderMeter {
  readonly #duration: number
  readonly #report: (progress: LadderProgress) => void
  #passes: readonly PassCost[] = []
  #pass = 0
  #seconds = 0
  /** When this run began to encode, and the share of the work, in expected seconds, that was done before. */
  #began: { at: number; done: number } | null = null
  #reported = Number.NEGATIVE_INFINITY

  constructor(duration: number, report: (progress: LadderProgress) => void) {
    this.#duration = duration
    this.#report = report
  }

  plan(passes: readonly PassCost[]): void {
    this.#passes = passes
  }

  /** Starts a pass over the video at a second. */
  begin(pass: number, second: number): void {
    this.#pass = pass
    this.#seconds = second
    // A pass that can't be continued starts over, before the second at which this run began.
    if (!this.#began || this.#done < this.#began.done)
      this.#began = { at: performance.now(), done: this.#done }
    this.#reported = Number.NEGATIVE_INFINITY
    this.at(second)
  }

  at(second: number): void {
    this.#seconds = Math.min(this.#duration, second)
    const now = performance.now()
    if (now - this.#reported < reportEvery) return
    this.#reported = now
    const qualities = this.#passes[this.#pass]?.qualities ?? []
    this.#report({
      task: 'encoding',
      qualities,
      share: this.#done / this.#total,
      timeLeft: this.#timeLeft(now),
    })
  }

  /** Returns the expected seconds of the remaining work, corrected by how this run compares with its plan. */
  #timeLeft(now: number): number {
    const { at, done } = this.#began ?? { at: now, done: this.#done }
    const drift = (trust + (now - at) / 1000) / (trust + this.#done - done)
    return (this.#total - this.#done) * drift
  }

  get #total(): number {
    return this.#passes.reduce((sum, { cost }) => sum + cost * this.#duration, 0)
  }

  get #done(): number {
    const before = this.#passes.slice(0, this.#pass)
    const current = this.#passes[this.#pass]?.cost ?? 0
    return before.reduce((sum, { cost }) => sum + cost * this.#duration, 0) + current * this.#seconds
  }
}

/** Returns a function that reports the share of a task without an estimate of its time, in steps of one percent. */
export function meterOf(
  task: 'previews' | 'measuring',
  report: (progress: LadderProgress) => void,
): (share: number) => void {
  let reported = -1
  return (share) => {
    const percent = Math.floor(100 * share)
    if (percent <= reported) return
    reported = percent
    report({ task, qualities: [], share, timeLeft: null })
  }
}
