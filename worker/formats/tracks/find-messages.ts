import { cleanedPayload, mayHoldMessage } from '#contract/values/uploads/av1-messages'
import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'
import { concat } from '../bytes'
import { BoxError } from '../mp4/boxes'
import type { SampleVisitor } from './mp4-samples'
import { unitsByLength } from './nal-units'
import { readObus } from './obus'
import type { Coding } from './track-hash'

/** A picture's captions are 100 bytes, its padding a few hundred kilobytes. Each unit is held in memory. */
const maxUnit = 1024 * 1024

/** A unit with text in it: its places in the file's bytes, in order, and the bytes to be there instead. */
type Found = (places: readonly Uint8Array[], clean: Uint8Array) => void

export interface MessageVisitor extends SampleVisitor {
  /** Whether the last bytes belong to a unit whose end is still to come. */
  isInside(): boolean
}

/**
 * Finds the units of a track's coded pictures that hold messages which players don't need, or that no decoder
 * reads. Finds none in other codecs, which have no place for them. Reading throws BoxError.
 */
export function findMessages(coding: Coding, found: Found): MessageVisitor {
  const collector = new UnitCollector(found)
  const { begin, write, end } = collector
  if (coding.name === 'av1') {
    const clean = (type: number) => (payload: Uint8Array) => cleanedPayload(type, payload)
    const start = (type: number) => begin(mayHoldMessage(type) ? clean(type) : null)
    return bySample(collector, readObus({ begin: start, write, end }))
  }
  if ((coding.name !== 'avc' && coding.name !== 'hevc') || coding.lengthSize === null) return nothing
  const codec = nalCodecs[coding.name]
  const clean = (unit: Uint8Array) => cleanedUnit(codec, unit)
  const start = (header: number) => {
    const purpose = codec.purposeOf(header)
    begin(purpose === 'slice' || purpose === 'settings' ? null : clean)
  }
  return bySample(collector, unitsByLength(coding.lengthSize, { begin: start, write, end }))
}

const nothing: MessageVisitor = { begin: () => undefined, write: () => undefined, isInside: () => false }

/** Collects one unit after the other that may hold a message. */
class UnitCollector {
  readonly #found: Found
  #clean: ((unit: Uint8Array) => Uint8Array | null) | null = null
  #length = 0
  #places: Uint8Array[] = []
  #copies: Uint8Array[] = []

  constructor(found: Found) {
    this.#found = found
  }

  get length(): number {
    return this.#length
  }

  /** Starts a unit; it is passed over without a function that cleans it. */
  begin = (clean: ((unit: Uint8Array) => Uint8Array | null) | null): void => {
    this.#clean = clean
  }

  write = (piece: Uint8Array): void => {
    if (!this.#clean) return
    this.#length += piece.length
    if (this.#length > maxUnit) throw new BoxError('too_large', 'A message in the pictures is too long.')
    this.#places.push(piece)
    // The piece may be gone before the unit ends.
    this.#copies.push(new Uint8Array(piece))
  }

  end = (): void => {
    if (this.#clean && this.#length > 0) {
      const clean = this.#clean(concat(this.#copies))
      if (clean) this.#found(this.#places, clean)
    }
    this.#clean = null
    this.#length = 0
    this.#places = []
    this.#copies = []
  }
}

/** Ends a unit with its sample, where a damaged length reaches beyond it. */
function bySample(
  collector: UnitCollector,
  units: { begin(size: number): void; write(bytes: Uint8Array): void; end(): void },
): MessageVisitor {
  let sampleLeft = 0
  return {
    begin: (size) => {
      sampleLeft = size
      units.begin(size)
    },
    write: (bytes) => {
      units.write(bytes)
      sampleLeft -= bytes.length
      if (sampleLeft === 0) units.end()
    },
    isInside: () => collector.length > 0,
  }
}
