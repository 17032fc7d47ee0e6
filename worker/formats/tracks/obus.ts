import { maxUnits, tooManyUnits } from './nal-units'
import type { Keep, Picker } from './picker'
import { withoutTrailingZeros } from './trailing-zeros'

const frames = [3, 4, 6]

/** Receives the payloads of AV1's units one after the other, each in pieces. */
interface ObuVisitor {
  /** Starts a payload of `length` bytes. */
  begin(type: number, length: number): void
  write(piece: Uint8Array): void
  end(): void
}

/**
 * Picks AV1's frame units, without their headers and trailing zeros: the temporal delimiter, the sequence
 * header, metadata and padding come and go with the container (AV1 specification, 5.3 and 6.2.2).
 */
export function pickObus(keep: Keep): Picker {
  const unit = withoutTrailingZeros(keep)
  let isKept = false
  return readObus({
    begin: (type) => {
      isKept = frames.includes(type)
    },
    write: (piece) => {
      if (isKept) unit.write(piece)
    },
    end: unit.end,
  })
}

/** Passes the payloads of a sample's units to a visitor, but for empty ones. Reading throws BoxError. */
export function readObus(visitor: ObuVisitor): Picker {
  let sampleLeft = 0
  let left = 0
  let type = 0
  let units = 0
  /** The next part of the header: its first byte, a byte to skip, the bytes of the size, or none. */
  let awaits: 'type' | 'extension' | 'size' | null = 'type'
  let hasSize = false
  let shift = 0
  const readHeader = (byte: number) => {
    if (awaits === 'type') {
      if (++units > maxUnits) throw tooManyUnits()
      type = (byte >> 3) & 0xf
      hasSize = (byte & 2) !== 0
      left = hasSize ? 0 : Number.POSITIVE_INFINITY
      shift = 0
      awaits = (byte & 4) !== 0 ? 'extension' : hasSize ? 'size' : null
    } else if (awaits === 'extension') {
      awaits = hasSize ? 'size' : null
    } else {
      left += (byte & 0x7f) * 2 ** shift
      shift += 7
      if ((byte & 0x80) === 0 || shift === 56) awaits = left === 0 ? 'type' : null
    }
    sampleLeft -= 1
    // A damaged size reaches beyond the sample.
    left = awaits === null ? Math.min(left, sampleLeft) : left
    if (awaits === null && left > 0) visitor.begin(type, left)
  }
  return {
    begin: (size) => {
      visitor.end()
      sampleLeft = size
      awaits = 'type'
    },
    end: visitor.end,
    write: (bytes) => {
      for (let at = 0; at < bytes.length && sampleLeft > 0; ) {
        if (awaits) {
          readHeader(bytes[at++] ?? 0)
          continue
        }
        const piece = bytes.subarray(at, at + left)
        visitor.write(piece)
        at += piece.length
        left -= piece.length
        sampleLeft -= piece.length
        if (left > 0) continue
        visitor.end()
        awaits = 'type'
      }
    },
  }
}
