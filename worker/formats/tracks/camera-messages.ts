import { bytesOf } from '../bytes'
import type { SampleVisitor } from './mp4-samples'
import { readUnits } from './nal-units'

/** Supplemental information, ITU-T H.264, table 7-1. */
const messageType = 6
/** How AVCHD cameras begin what they say about the recording, its place included: an UUID and a name (ExifTool). */
const signature = Uint8Array.of(
  ...[0x17, 0xee, 0x8c, 0x60, 0xf8, 0x4d, 0x11, 0xd9, 0x8c, 0xd6, 0x08, 0x00, 0x20, 0x0c, 0x9a, 0x66],
  ...bytesOf('MDPM'),
)

/**
 * Finds in coded pictures of H.264, whose units stand behind lengths of `lengthSize` bytes, what a camera says about
 * the recording, and gives it to `found` in pieces.
 */
export function findMessages(lengthSize: number, found: (piece: Uint8Array) => void): SampleVisitor {
  let isMessage = false
  let matched = 0
  return readUnits(lengthSize, {
    begin: (header) => {
      isMessage = (header & 0x1f) === messageType
      matched = 0
    },
    write: (piece) => {
      if (!isMessage) return
      let at = 0
      for (; at < piece.length && matched < signature.length; at += 1) {
        const byte = piece[at]
        // Its first byte doesn't come again, so a match begins nowhere else.
        matched = byte === signature[matched] ? matched + 1 : byte === signature[0] ? 1 : 0
      }
      if (at < piece.length) found(piece.subarray(at))
    },
    end: () => undefined,
  })
}
