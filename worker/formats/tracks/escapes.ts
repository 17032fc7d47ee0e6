import { escapeByte } from '#contract/values/uploads/escapes'
import type { Keep } from './picker'

/**
 * Keeps the bytes of one NAL unit after the other without escapes. Encoders may write more of them than are
 * needed; decoders drop each.
 */
export function withoutEscapes(keep: Keep) {
  /** Zeros at the end of the bytes so far, at most two. */
  let zeros = 0
  return {
    write: (piece: Uint8Array) => {
      let bytes = piece
      let [from, to] = [0, 0]
      for (let at = piece.indexOf(escapeByte); at !== -1; at = piece.indexOf(escapeByte, at + 1)) {
        if (zerosBefore(piece, at, zeros) < 2) continue
        // One copy for all escapes: a file may consist of them. The slice() of a Buffer would be none.
        if (bytes === piece) bytes = new Uint8Array(piece)
        bytes.copyWithin(to, from, at)
        to += at - from
        from = at + 1
      }
      if (bytes !== piece) bytes.copyWithin(to, from)
      keep(bytes.subarray(0, to + piece.length - from))
      zeros = zerosBefore(piece, piece.length, zeros)
    },
    end: () => {
      zeros = 0
    },
  }
}

/** Counts the zeros right before a place in a piece, at most two; `earlier` are those before the piece. */
function zerosBefore(piece: Uint8Array, at: number, earlier: number): number {
  if (at === 0) return earlier
  if (piece[at - 1] !== 0) return 0
  return at === 1 ? Math.min(2, earlier + 1) : piece[at - 2] === 0 ? 2 : 1
}
