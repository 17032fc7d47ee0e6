import { clamp } from './time'

export interface Point {
  /** From the left and the top, as shares of the picture's width and height. */
  x: number
  y: number
}

/** What a finger on the picture asks for. */
export type TouchGesture =
  /** `count` taps on one side so far, the first of which was an ordinary one. */
  | { type: 'seek-taps'; direction: 1 | -1; count: number }
  | { type: 'scrub'; share: number }
  | { type: 'volume'; share: number }

/** Further away it is a swipe. In shares of the picture's width, or of its height. */
const slop = 0.04
const doubleTapMs = 300
/** A row of taps that has begun forgives a slower one. */
const nextTapMs = 600
/** The outer part of the picture, on either side, where two taps seek. */
const sideShare = 0.35
/** Where a vertical swipe begins that means the volume; left of it the page scrolls. */
const volumeFrom = 0.6

type Mode = 'open' | 'scrub' | 'volume' | 'held' | 'left'

/** One finger on the picture, from its landing to its leaving. Knows no clock and no element. */
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

  /** The finger has rested long enough; false when it has moved or left. */
  hold(): boolean {
    if (this.#mode !== 'open') return false
    this.#mode = 'held'
    return true
  }

  /** Whatever the finger does from here on is the page's. */
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

  /** The finger left; null for an ordinary tap, or when nothing is to be done. */
  up(now: number): { gesture: TouchGesture | null; wasTap: boolean } {
    const wasTap = this.#mode === 'open'
    this.#mode = 'left'
    return { gesture: wasTap ? this.#tap(now) : null, wasTap }
  }

  #modeOf(x: number, y: number): Mode {
    if (Math.max(Math.abs(x), Math.abs(y)) < slop) return 'open'
    // Shares of a picture that is wider than high: an equal share is a longer way across.
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

/** Seconds that a swipe over the whole width is worth. */
const swipeSeconds = 90

export function scrubTarget(from: number, share: number, duration: number): number {
  return clamp(from + share * Math.min(duration, swipeSeconds), 0, duration)
}
