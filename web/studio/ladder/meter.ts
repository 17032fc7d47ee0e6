import type { LadderProgress, LadderStep } from './ladder'

/** Milliseconds between two reports. */
const reportEvery = 250
/** Milliseconds after which the speed so far predicts the rest. */
const measuredAfter = 2000

/** Tracks a ladder's progress, and estimates how long the rest will take. */
export class LadderMeter {
  readonly #steps: LadderStep[]
  readonly #duration: number
  readonly #report: (progress: LadderProgress) => void
  #seconds = 0
  #from = 0
  #since = 0
  #reported = Number.NEGATIVE_INFINITY

  constructor(steps: LadderStep[], duration: number, report: (progress: LadderProgress) => void) {
    this.#steps = steps
    this.#duration = duration
    this.#report = report
  }

  /** Starts a pass over the video at a second. */
  begin(second: number): void {
    this.#from = second
    this.#since = performance.now()
    this.at(second)
  }

  at(second: number): void {
    this.#seconds = Math.min(this.#duration, second)
    for (const step of this.#steps) {
      // A step reaches 1 only when its file is handed over.
      if (step.share < 1) step.share = 0.99 * (this.#seconds / this.#duration)
    }
    this.#tell()
  }

  done({ kind, quality }: Pick<LadderStep, 'kind' | 'quality'>): void {
    for (const step of this.#steps) {
      if (step.kind === kind && step.quality === quality) step.share = 1
    }
    this.#reported = Number.NEGATIVE_INFINITY
    this.#tell()
  }

  /** Seconds of video encoded per second; null until measured. */
  get speed(): number | null {
    const elapsed = performance.now() - this.#since
    if (this.#since === 0 || elapsed < measuredAfter) return null
    return Math.max(0.001, (this.#seconds - this.#from) / (elapsed / 1000))
  }

  /** Seconds until the end of the pass. */
  get timeLeft(): number | null {
    if (this.#steps.every(({ share }) => share === 1)) return 0
    const { speed } = this
    return speed === null ? null : (this.#duration - this.#seconds) / speed
  }

  #tell(): void {
    const now = performance.now()
    if (now - this.#reported < reportEvery) return
    this.#reported = now
    const steps = this.#steps.map((step) => ({ ...step }))
    this.#report({ steps, seconds: this.#seconds, duration: this.#duration, timeLeft: this.timeLeft })
  }
}
