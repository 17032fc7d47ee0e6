import type { Keep, Picker } from './picker'
import { withoutTrailingZeros } from './trailing-zeros'

const frames = [3, 4, 6]

/**
 * Picks AV1's frame units, without their headers and trailing zeros: the temporal delimiter, the sequence
 * header, metadata and padding come and go with the container (AV1 specification, 5.3 and 6.2.2).
 */
export function pickObus(keep: Keep): Picker {
  const unit = withoutTrailingZeros(keep)
  let sampleLeft = 0
  let left = 0
  let isKept = false
  /** The next part of the header: its first byte, a byte to skip, the bytes of the size, or none. */
  let awaits: 'type' | 'extension' | 'size' | null = 'type'
  let hasSize = false
  let shift = 0
  const readHeader = (byte: number) => {
    if (awaits === 'type') {
      isKept = frames.includes((byte >> 3) & 0xf)
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
  }
  return {
    begin: (size) => {
      unit.end()
      sampleLeft = size
      awaits = 'type'
    },
    end: unit.end,
    write: (bytes) => {
      for (let at = 0; at < bytes.length && sampleLeft > 0; ) {
        const wasHeader = awaits !== null
        if (awaits) readHeader(bytes[at] ?? 0)
        const piece = wasHeader ? bytes.subarray(at, at + 1) : bytes.subarray(at, at + left)
        if (!wasHeader) {
          if (isKept) unit.write(piece)
          left -= piece.length
          if (left === 0) {
            unit.end()
            awaits = 'type'
          }
        }
        at += piece.length
        sampleLeft -= piece.length
      }
    },
  }
}
