/** Ranged read of a stored file. Returns exactly `length` bytes, or fewer at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>

/** Returns a reader of a file in memory. */
export function readerOf(bytes: Uint8Array): ReadAt {
  return async (offset, length) => bytes.subarray(offset, offset + length)
}

/**
 * Returns a reader that serves small reads from one window: each call of `read` is a request to R2, and a
 * walk over a file reads many neighbouring headers of a few bytes.
 */
export function readAhead(read: ReadAt, size: number, window: number): ReadAt {
  let from = 0
  let held: Uint8Array = new Uint8Array(0)
  return async (offset, length) => {
    const inside = offset >= from && offset + length <= from + held.length
    if (!inside) {
      held = new Uint8Array(
        await read(offset, Math.max(0, Math.min(Math.max(window, length), size - offset))),
      )
      from = offset
    }
    return held.subarray(offset - from, offset - from + length)
  }
}

/**
 * Thrown for a file that takes too much work to read. No honest program writes such a file, or the upload
 * page repairs it.
 */
export class ScatteredError extends Error {
  override readonly name = 'ScatteredError'
}

/** Returns a reader that throws a ScatteredError after `most` reads: each is a request to R2. */
export function limitReads(read: ReadAt, most: number): ReadAt {
  let left = most
  return (offset, length) => {
    if (left-- <= 0) throw new ScatteredError('The file takes too many reads.')
    return read(offset, length)
  }
}
