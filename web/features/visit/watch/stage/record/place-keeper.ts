import { resume, resumeAt } from '#contract/values/videos/media'
import { isSamePlace } from '#web/entities/video/history/watch-log'

const keepEveryMs = 5000

export interface PlaceKeeperOptions {
  duration: number
  /** The account's position; null for a visitor. */
  told: number | null
  now: number
  /** Stores a position in this browser. */
  keep: (position: number, told: number | null) => void
  /** Sends a position to the account; `leaving` when the page may close before the response. */
  report: (position: number, leaving: boolean) => void
}

/**
 * Decides when to store a position: in this browser every few seconds, on the account once a minute and when
 * playback stops.
 */
export class PlaceKeeper {
  readonly #options: PlaceKeeperOptions
  #told: number | null
  #kept: number | null = null
  #keptAt: number
  #reportedAt: number

  constructor(options: PlaceKeeperOptions) {
    this.#options = options
    this.#told = options.told
    this.#keptAt = options.now
    this.#reportedAt = options.now
  }

  /** Called during playback. */
  tick(now: number, position: number): void {
    if (now - this.#reportedAt >= resume.reportEvery * 1000) this.#report(now, position, false)
    if (now - this.#keptAt >= keepEveryMs) this.#keep(now, position)
  }

  /** Called on pause, or when the page is being left. */
  stop(now: number, position: number, leaving: boolean): void {
    this.#report(now, position, leaving)
    this.#keep(now, position)
  }

  #report(now: number, position: number, leaving: boolean): void {
    const place = resumeAt(position, this.#options.duration)
    if (this.#told === null || isSamePlace(place, this.#told)) return
    this.#told = place
    this.#reportedAt = now
    this.#options.report(place, leaving)
    this.#keep(now, position)
  }

  #keep(now: number, position: number): void {
    const place = resumeAt(position, this.#options.duration)
    this.#keptAt = now
    if (this.#kept === place) return
    this.#kept = place
    this.#options.keep(place, this.#told)
  }
}
