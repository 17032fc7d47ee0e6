import { clamp } from './time'

export interface Point {
  /** From the left and the top, as shares of the picture's width and height. */
  x: number
  y: number
}

/** A gesture of one finger on the picture. */
export type TouchGesture =
  /** `count` taps on one side so far, the first of which was an ordinary one. */
  | { type: 'seek-taps'; direction: 1 | -1; count: number }
  | { type: 'scrub'; share: number }
  | { type: 'volume'; share: number }

/** A longer move is a swipe. Share of the picture's width or height. */
const slop = 0.04
const doubleTapMs = 300
/** Later taps of a row may be slower than the second. */
const nextTapMs = 600
/** The outer part of the picture, on either side, where two taps seek. */
const sideShare = 0.35
/** Vertical swipes right of this change the volume; left of it they scroll the page. */
const volumeFrom = 0.6

type Mode = 'open' | 'scrub' | 'volume' | 'held' | 'left'

/** Follows one finger on the picture from touch to release. Has no clock or element. */
export class TouchGestures {
  #start: Point = { x: 0, y: 0 }
  #mode: Mode = 'left'
  #taps = 0
  #lastTap: { at: number; direction: 1 | -1 | null } = { at: Number.NEGATIVE_INFINITY, direction: null }
  readonly #canSetVolume: boolean

  constructor(canSetVolume: boolean) {
    this.#canSetVolume = canSetVolume
  }

  down(point: Point): void {
    this.#start = point
    this.#mode = 'open'
  }

  /** Returns whether the finger has rested long enough; false when it has moved or left. */
  hold(): boolean {
    if (this.#mode !== 'open') return false
    this.#mode = 'held'
    return true
  }

  /** Leaves the rest of this touch to the page. */
  leave(): void {
    this.#mode = 'left'
  }

  move(point: Point): TouchGesture | null {
    const x = point.x - this.#start.x
    const y = point.y - this.#start.y
    if (this.#mode === 'open') this.#mode = this.#modeOf(x, y)
    if (this.#mode === 'scrub') return { type: 'scrub', share: x }
    if (this.#mode === 'volume') return { type: 'volume', share: -y }
    return null
  }

  /** Ends the touch. The gesture is null for an ordinary tap, or when there is nothing to do. */
  up(now: number): { gesture: TouchGesture | null; wasTap: boolean } {
    const wasTap = this.#mode === 'open'
    this.#mode = 'left'
    return { gesture: wasTap ? this.#tap(now) : null, wasTap }
  }

  #modeOf(x: number, y: number): Mode {
    if (Math.max(Math.abs(x), Math.abs(y)) < slop) return 'open'
    // The picture is wider than high, so an equal share is a longer way across.
    if (Math.abs(x) * 1.5 > Math.abs(y)) return 'scrub'
    return this.#canSetVolume && this.#start.x >= volumeFrom ? 'volume' : 'left'
  }

  #tap(now: number): TouchGesture | null {
    const direction = this.#start.x < sideShare ? -1 : this.#start.x > 1 - sideShare ? 1 : null
    const within = this.#taps > 0 ? nextTapMs : doubleTapMs
    const again = direction === this.#lastTap.direction && now - this.#lastTap.at <= within
    this.#lastTap = { at: now, direction }
    this.#taps = again ? this.#taps + 1 : 0
    return again && direction !== null ? { type: 'seek-taps', direction, count: this.#taps } : null
  }
}

/** Seconds that a swipe across the whole width seeks. */
const swipeSeconds = 90

export function scrubTarget(from: number, share: number, duration: number): number {
  return clamp(from + share * Math.min(duration, swipeSeconds), 0, duration)
}
