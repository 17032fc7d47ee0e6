import type { Picker } from './picker'

/** Receives NAL units one after the other, each in pieces; the first piece begins with the header. */
export interface UnitVisitor {
  begin(header: number): void
  write(piece: Uint8Array): void
  end(): void
}

/** Passes a sample's NAL units to a visitor. Each follows its length, as in MP4 and Matroska. */
export function unitsByLength(lengthSize: number, visitor: UnitVisitor): Picker {
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

/** Passes NAL units that follow start codes to a visitor, with the zeros behind each: ITU-T H.264, annex B. */
export function unitsByStartCode(visitor: UnitVisitor): Picker {
  /** Zeros right before the current byte, which may begin a start code. */
  let zeros = 0
  let isFirst = false
  let isInside = false
  const begin = () => {
    visitor.end()
    zeros = 0
    isFirst = false
    isInside = false
  }
  return {
    begin,
    end: begin,
    write: (bytes) => {
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0
        if (isFirst) {
          visitor.begin(byte)
          isFirst = false
          isInside = true
          from = at
        }
        if (byte === 1 && zeros >= 2) {
          if (isInside && at > from) visitor.write(bytes.subarray(from, at))
          visitor.end()
          isFirst = true
          isInside = false
        }
        zeros = byte === 0 ? zeros + 1 : 0
      }
      if (isInside) visitor.write(bytes.subarray(from))
    },
  }
}
