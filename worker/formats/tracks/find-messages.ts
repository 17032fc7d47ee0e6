import { concat } from '#contract/values/shared/concat'
import {
  cleanedPayload,
  emptyPayloadByte,
  isEmptiedPayload,
  mayHoldMessage,
} from '#contract/values/uploads/av1-messages'
import { maxSettings, nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit, emptyByte, isEmptied } from '#contract/values/uploads/picture-messages'
import { BoxError } from '../mp4/boxes'
import type { SampleVisitor } from './mp4-samples'
import { tooManyUnits, unitsByLength } from './nal-units'
import { readObus } from './obus'
import type { Coding } from './track-hash'

/** Units beside the picture's own. A picture has a few; each is searched. */
const maxOthers = 1000

/** Bytes with text in them: their places in the file's bytes, in order, and the bytes to be there instead. */
type Found = (places: readonly Uint8Array[], clean: Uint8Array) => void

export interface MessageVisitor extends SampleVisitor {
  /** Whether the last bytes belong to a unit whose end is still to come. */
  isInside(): boolean
}

/**
 * Finds the bytes of a track's coded pictures that hold messages which players don't need, or that no decoder
 * reads; `isFound` tells that one is enough. Finds none in other codecs, which have no place for them. Reading
 * throws BoxError.
 */
export function findMessages(
  coding: Coding,
  found: Found,
  isFound: () => boolean = () => false,
): MessageVisitor {
  const collector = new UnitCollector(found, isFound)
  if (coding.name === 'av1') return visitorOf(collector, readObus(payloadsTo(collector)))
  if (coding.name !== 'avc' && coding.name !== 'hevc') return nothing
  if (coding.lengthSize === null) throw new BoxError('malformed', 'The pictures have no settings.')
  return visitorOf(collector, unitsByLength(coding.lengthSize, unitsTo(collector, coding.name)))
}

const nothing: MessageVisitor = { begin: () => undefined, write: () => undefined, isInside: () => false }

function visitorOf(collector: UnitCollector, samples: SampleVisitor): MessageVisitor {
  return {
    begin: (size) => {
      collector.beginSample()
      samples.begin(size)
    },
    write: samples.write,
    isInside: () => collector.isInside(),
  }
}

function payloadsTo(collector: UnitCollector) {
  const { write, end } = collector
  const begin = (type: number, length: number) => {
    if (!mayHoldMessage(type)) collector.pass()
    else if (isEmptiedPayload(type, length)) collector.empty((at) => emptyPayloadByte(type, length, at))
    else collector.hold((payload) => cleanedPayload(type, payload))
  }
  return { begin, write, end }
}

function unitsTo(collector: UnitCollector, name: keyof typeof nalCodecs) {
  const { write, end, rest } = collector
  const codec = nalCodecs[name]
  const clean = (unit: Uint8Array) => cleanedUnit(codec, unit)
  const begin = (header: number, length: number | null) => {
    const size = length ?? 0
    const purpose = codec.purposeOf(header)
    if (purpose === 'settings' && size > maxSettings) {
      throw new BoxError('too_large', 'The settings of the pictures are too long.')
    }
    if (purpose === 'slice') collector.pass()
    else if (isEmptied(codec, header, size)) collector.empty((at, old) => emptyByte(codec, size, at, old))
    else collector.hold(purpose === 'settings' ? null : clean)
  }
  return { begin, write, end, rest }
}

/** Searches one unit after the other. */
class UnitCollector {
  readonly #found: Found
  readonly #isFound: () => boolean
  /** Returns a unit's bytes to be stored, or one of them, where it becomes padding without being held. */
  #clean: ((unit: Uint8Array) => Uint8Array | null) | null = null
  #byteAt: ((at: number, old: number) => number) | null = null
  #others = 0
  #length = 0
  #places: Uint8Array[] = []
  #copies: Uint8Array[] = []

  constructor(found: Found, isFound: () => boolean) {
    this.#found = found
    this.#isFound = isFound
  }

  isInside(): boolean {
    return this.#places.length > 0
  }

  beginSample(): void {
    this.#others = 0
  }

  /** Starts a unit of the picture. */
  pass(): void {
    this.#clean = null
    this.#byteAt = null
  }

  /** Starts a unit that is cleaned as a whole. */
  hold(clean: ((unit: Uint8Array) => Uint8Array | null) | null): void {
    this.#count()
    this.#clean = this.#isFound() ? null : clean
  }

  /** Starts a unit of any length that becomes padding. */
  empty(byteAt: (at: number, old: number) => number): void {
    this.#count()
    this.#byteAt = this.#isFound() ? null : byteAt
  }

  write = (piece: Uint8Array): void => {
    if (this.#byteAt) this.#replace(piece, this.#byteAt)
    if (!this.#clean) return
    this.#places.push(piece)
    // The piece may be gone before the unit ends.
    this.#copies.push(new Uint8Array(piece))
  }

  end = (): void => {
    if (this.#clean && this.#places.length > 0) {
      const clean = this.#clean(concat(this.#copies))
      if (clean) this.#found(this.#places, clean)
      this.#places = []
      this.#copies = []
    }
    this.pass()
    this.#length = 0
  }

  rest = (bytes: Uint8Array): void => {
    if (!this.#isFound()) this.#replace(bytes, () => 0)
  }

  #count(): void {
    this.#others += 1
    if (this.#others > maxOthers) throw tooManyUnits()
  }

  #replace(piece: Uint8Array, byteAt: (at: number, old: number) => number): void {
    const from = this.#length
    this.#length += piece.length
    let clean: Uint8Array | null = null
    // Padding may be all of a file, so this loop is a fast one.
    for (let at = 0; at < piece.length; at++) {
      const old = piece[at] ?? 0
      const byte = byteAt(from + at, old)
      if (byte === old) continue
      clean ??= new Uint8Array(piece)
      clean[at] = byte
    }
    if (clean) this.#found([piece], clean)
  }
}
