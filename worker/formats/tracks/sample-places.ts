import { BoxError } from '../mp4/boxes'
import type { FragmentSample } from './mp4-fragment'

/** Samples still to come, by their place in the file: those of the index, and of fragments as they are found. */
export class SamplePlaces {
  /** Null when none is known. */
  next: FragmentSample | null
  readonly #indexed: Iterator<FragmentSample>
  readonly #size: number
  #nextIndexed: FragmentSample | null
  #fragment: FragmentSample[] = []
  #nextInFragment = 0
  #fragmentEnd = 0
  #end = 0

  /** `indexed` must be in file order. */
  constructor(indexed: Iterator<FragmentSample>, size: number) {
    this.#indexed = indexed
    this.#size = size
    this.#nextIndexed = indexed.next().value ?? null
    this.next = this.#first()
  }

  advance(): void {
    if (!this.next) return
    this.#end = this.next.offset + this.next.size
    if (this.next === this.#nextIndexed) this.#nextIndexed = this.#indexed.next().value ?? null
    else this.#nextInFragment += 1
    this.next = this.#first()
  }

  /** Adds a fragment found at a place in the file; its samples must be in file order and behind all so far. */
  add(samples: FragmentSample[], position: number): void {
    const [first] = samples
    const last = samples.at(-1)
    if (!first || !last) return
    if (first.offset < Math.max(position, this.#fragmentEnd)) {
      throw new BoxError('disordered', 'The samples of a fragment come before it.')
    }
    this.#fragmentEnd = last.offset + last.size
    this.#fragment = [...this.#fragment.slice(this.#nextInFragment), ...samples]
    if (this.#fragment.length > maxWaiting)
      throw new BoxError('too_large', 'Too many fragments without media.')
    this.#nextInFragment = 0
    this.next = this.#first()
  }

  #first(): FragmentSample | null {
    const inFragment = this.#fragment[this.#nextInFragment] ?? null
    const indexed = this.#nextIndexed
    const first = !inFragment || (indexed && indexed.offset < inFragment.offset) ? indexed : inFragment
    if (!first) return null
    if (first.offset < this.#end) throw new BoxError('malformed', 'Two samples share bytes.')
    if (first.offset + first.size > this.#size)
      throw new BoxError('truncated', 'A sample ends past the file.')
    return first
  }
}

/** A fragment has at most half as many. */
const maxWaiting = 200_000
