import { isCaptions } from './picture-messages'

/** Types of units: AV1 specification, 6.2.2. */
const delimiter = 2
const metadata = 5
/** Sequence header, frame header, tile group, frame, and a frame header again. */
const decoded = [1, 3, 4, 6, 7]
/** Types of metadata: AV1 specification, 6.7.1. */
const registered = 4
/** Bytes of those about brightness: type, fields and the bits that end a unit. */
const brightness: ReadonlyMap<number, number> = new Map([
  [1, 6],
  [2, 26],
])
/** Captions have 100 bytes. A longer unit is emptied without being read. */
const maxHeld = 64 * 1024
/** Ends the bits of a unit. */
const stop = 0x80

/** Returns whether a unit of this type may hold something that neither players nor decoders need. */
export function mayHoldMessage(type: number): boolean {
  return !decoded.includes(type)
}

/** Returns whether a unit of this type and length is emptied, whatever is in it. */
export function isEmptiedPayload(type: number, length: number): boolean {
  return mayHoldMessage(type) && ((type !== metadata && type !== delimiter) || length > maxHeld)
}

/** Returns a byte of an empty unit, by its place and the length of the unit. */
export function emptyPayloadByte(type: number, length: number, at: number): number {
  // Nothing is before the last bits of a delimiter.
  return at === (type === delimiter ? 0 : length - 1) ? stop : 0
}

/**
 * Returns what is to be in a unit of AV1 instead of a message that neither players nor decoders need, of the
 * same length; null if there is none. Metadata becomes a reserved type, which every decoder skips.
 */
export function cleanedPayload(type: number, payload: Uint8Array): Uint8Array | null {
  if (!mayHoldMessage(type)) return null
  if (!isEmptiedPayload(type, payload.length) && isNeeded(type, payload)) return null
  const empty = payload.map((_, at) => emptyPayloadByte(type, payload.length, at))
  return payload.every((byte, at) => byte === empty[at]) ? null : empty
}

function isNeeded(unit: number, payload: Uint8Array): boolean {
  // Some decoders want zeros in a delimiter, others the last bits: either says nothing.
  if (unit === delimiter) return payload.every((byte) => byte === 0)
  const [type = 0] = payload
  // The type alone: decoders would miss its end in an empty one.
  if (payload.length < 2) return true
  if (type !== registered) return payload.length === brightness.get(type)
  return payload.at(-1) === stop && isCaptions(payload.subarray(1, -1))
}

/** Yields the places of the payloads in a sample of AV1, with the type of each: AV1 specification, 5.3. */
export function* payloadsOf(sample: Uint8Array): Generator<{ type: number; from: number; to: number }> {
  for (let at = 0; at < sample.length; ) {
    const header = sample[at++] ?? 0
    if (header & 4) at += 1
    let to = sample.length
    if (header & 2) {
      let size = 0
      for (let shift = 0, isMore = true; isMore && shift < 56; shift += 7) {
        const byte = sample[at++] ?? 0
        size += (byte & 0x7f) * 2 ** shift
        isMore = byte >= 0x80
      }
      to = Math.min(at + size, sample.length)
    }
    if (to > at) yield { type: (header >> 3) & 0xf, from: at, to }
    at = Math.max(at, to)
  }
}
