import type { NalCodec } from '#contract/values/uploads/nal-codecs'
import { withoutEscapes } from './escapes'
import { type UnitVisitor, unitsByLength, unitsByStartCode } from './nal-units'
import type { Keep, Picker } from './picker'
import { withoutTrailingZeros } from './trailing-zeros'

/**
 * Picks the slices of H.264 or HEVC, as their decoder reads them: without headers, whose other fields no
 * picture depends on, without escapes, and without the zero words of padding behind them. Remuxers add, drop and
 * move all other units. `lengthSize` is the bytes of the length before each unit; null for start codes.
 */
export function pickSlices(codec: NalCodec, lengthSize: number | null, keep: Keep): Picker {
  const zeros = withoutTrailingZeros(keep)
  const escapes = withoutEscapes(zeros.write)
  let isSlice = false
  let headerLeft = 0
  const visitor: UnitVisitor = {
    begin: (header) => {
      isSlice = codec.purposeOf(header) === 'slice'
      headerLeft = codec.headerBytes
    },
    write: (piece) => {
      if (!isSlice) return
      const payload = piece.subarray(headerLeft)
      headerLeft -= piece.length - payload.length
      escapes.write(payload)
    },
    end: () => {
      escapes.end()
      zeros.end()
    },
  }
  return lengthSize === null ? unitsByStartCode(visitor) : unitsByLength(lengthSize, visitor)
}
