import type { Keep } from './picker'

/**
 * Keeps the bytes of one unit after the other without its trailing zeros. Decoders read none of them, and
 * with start codes it is unknown which unit they belong to.
 */
export function withoutTrailingZeros(keep: Keep) {
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
