import { BoxError } from '../mp4/boxes'
import type { Picker } from './picker'

/** Receives NAL units one after the other, each in pieces; the first piece begins with the header. */
export interface UnitVisitor {
  /** Starts a unit of `length` bytes; null where that is only known at its end. */
  begin(header: number, length: number | null): void
  write(piece: Uint8Array): void
  end(): void
  /** Receives bytes at a sample's end that are too few for a unit. */
  rest?(bytes: Uint8Array): void
}

/** A film of four hours at 60 frames per second has 7 million, in eight slices each. Each costs time. */
export const maxUnits = 20_000_000

/**
 * Passes a sample's NAL units to a visitor. Each follows its length, as in MP4 and Matroska. Reading throws
 * BoxError.
 */
export function unitsByLength(lengthSize: number, visitor: UnitVisitor): Picker {
  let sampleLeft = 0
  let lengthLeft = lengthSize
  let left = 0
  let isFirst = false
  let units = 0
  const begin = () => {
    visitor.end()
    lengthLeft = lengthSize
    left = 0
  }
  /** Reads what the bytes begin with, and returns its length. */
  const read = (bytes: Uint8Array): number => {
    if (lengthLeft === lengthSize && sampleLeft < lengthSize) {
      visitor.rest?.(bytes)
      return bytes.length
    }
    if (lengthLeft > 0) {
      left = left * 256 + (bytes[0] ?? 0)
      lengthLeft -= 1
      isFirst = true
      if (lengthLeft === 0 && ++units > maxUnits) throw tooManyUnits()
      return 1
    }
    // A damaged length reaches beyond the sample.
    if (isFirst) visitor.begin(bytes[0] ?? 0, Math.min(left, sampleLeft))
    isFirst = false
    const piece = bytes.subarray(0, left)
    visitor.write(piece)
    left -= piece.length
    return piece.length
  }
  return {
    begin: (size) => {
      begin()
      sampleLeft = size
    },
    end: begin,
    write: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const length = read(at === 0 ? bytes : bytes.subarray(at))
        at += length
        sampleLeft -= length
        if (sampleLeft === 0 || (lengthLeft === 0 && left === 0)) begin()
      }
    },
  }
}

export function tooManyUnits(): BoxError {
  return new BoxError('too_large', 'The pictures are in too many pieces.')
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
          visitor.begin(byte, null)
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
