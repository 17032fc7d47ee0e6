/** Ranged read of a stored file. Answers exactly `length` bytes, or fewer when the file ends before. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>

/** The same of a file that is in memory. */
export function readerOf(bytes: Uint8Array): ReadAt {
  return async (offset, length) => bytes.subarray(offset, offset + length)
}

/**
 * Small reads served from one window, because each call of `read` is a request to R2: a walk over a file asks for
 * many neighbouring headers of a few bytes.
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
