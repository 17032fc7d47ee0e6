import type { Keep, Picker } from './picker'

/**
 * Tells whether a NAL unit holds coded pictures (ITU-T H.264, table 7-1). Remuxers add, drop and move all
 * others: parameter sets, delimiters, messages, padding.
 */
function isSlice(header: number): boolean {
  const type = header & 0x1f
  return type >= 1 && type <= 5
}

/**
 * Keeps a NAL unit's bytes without trailing zeros: with start codes, it is unknown which unit they belong to.
 */
function withoutTrailingZeros(keep: Keep) {
  let zeros = 0
  return {
    write: (bytes: Uint8Array) => {
      let end = bytes.length
      while (end > 0 && bytes[end - 1] === 0) end -= 1
      if (end > 0) {
        for (; zeros > 0; zeros -= Math.min(zeros, atOnce)) keep(new Uint8Array(Math.min(zeros, atOnce)))
        keep(bytes.subarray(0, end))
      }
      zeros += bytes.length - end
    },
    end: () => {
      zeros = 0
    },
  }
}

/** A unit of zeros alone can be as long as the file. */
const atOnce = 64 * 1024

/** Receives NAL units one after the other, each in pieces; the first piece begins with the header. */
export interface UnitVisitor {
  begin(header: number): void
  write(piece: Uint8Array): void
  end(): void
}

/** Passes a sample's NAL units to a visitor. Each follows its length, as in MP4 and Matroska. */
export function readUnits(lengthSize: number, visitor: UnitVisitor): Picker {
  let lengthLeft = lengthSize
  let left = 0
  let isFirst = false
  const begin = () => {
    visitor.end()
    lengthLeft = lengthSize
    left = 0
  }
  return {
    begin,
    end: begin,
    write: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        if (lengthLeft > 0) {
          left = left * 256 + (bytes[at++] ?? 0)
          lengthLeft -= 1
          isFirst = true
        } else {
          if (isFirst && left > 0) visitor.begin(bytes[at] ?? 0)
          isFirst = false
          const piece = bytes.subarray(at, at + left)
          visitor.write(piece)
          at += piece.length
          left -= piece.length
        }
        if (lengthLeft === 0 && left === 0) begin()
      }
    },
  }
}

export function pickByLength(lengthSize: number, keep: Keep): Picker {
  const unit = withoutTrailingZeros(keep)
  let isKept = false
  return readUnits(lengthSize, {
    begin: (header) => {
      isKept = isSlice(header)
    },
    write: (piece) => isKept && unit.write(piece),
    end: unit.end,
  })
}

/** Picks NAL units that follow start codes: ITU-T H.264, annex B. */
export function pickByStartCode(keep: Keep): Picker {
  const unit = withoutTrailingZeros(keep)
  /** Zeros right before the current byte, which may begin a start code. */
  let zeros = 0
  let isFirst = false
  let isKept = false
  const begin = () => {
    unit.end()
    zeros = 0
    isKept = false
    isFirst = false
  }
  return {
    begin,
    end: begin,
    write: (bytes) => {
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0
        if (isFirst) {
          isFirst = false
          isKept = isSlice(byte)
          from = at
        }
        if (byte === 1 && zeros >= 2) {
          // The zeros of the code count as trailing zeros of the unit, which are dropped at its end.
          if (isKept && at > from) unit.write(bytes.subarray(from, at))
          unit.end()
          isFirst = true
          isKept = false
        }
        zeros = byte === 0 ? zeros + 1 : 0
      }
      if (isKept) unit.write(bytes.subarray(from))
    },
  }
}
