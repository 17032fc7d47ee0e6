import type { RandomAccessFile } from '../files/sync-file'

const ids = { segment: 0x18538067, info: 0x1549a966, muxingApp: 0x4d80, writingApp: 0x5741 }
/** The muxer writes the segment's facts in the first two hundred bytes. */
const headBytes = 1024

/**
 * Finishes a WebM of the muxer, which names itself in it: clears the names, as the server would, and spares it from
 * storing the file again for that. Throws RangeError when they aren't where the muxer writes them.
 */
export function finishWebm(file: RandomAccessFile): void {
  const head = new Uint8Array(headBytes)
  const length = file.read(head, { at: 0 })
  if (clearNames(head.subarray(0, length)) < 2) throw new RangeError('The names of the muxer are missing.')
  file.write(head.subarray(0, length), { at: 0 })
}

/** Returns how many were found. */
function clearNames(head: Uint8Array): number {
  let found = 0
  for (let at = 0; at < head.length; ) {
    const id = numberAt(head, at, 'with its length')
    const size = numberAt(head, at + id.length, 'alone')
    const from = at + id.length + size.length
    if (id.value === ids.muxingApp || id.value === ids.writingApp) {
      head.fill(0, from, from + size.value)
      found += 1
    }
    // A segment and its facts are entered, everything else is passed over.
    at = id.value === ids.segment || id.value === ids.info ? from : from + size.value
  }
  return found
}

/** Reads a number of EBML, whose first byte begins with a zero for each further byte and a one (RFC 8794, 4). */
function numberAt(
  bytes: Uint8Array,
  at: number,
  mark: 'with its length' | 'alone',
): { value: number; length: number } {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  const start = mark === 'alone' ? first & (0xff >> length) : first
  return { value: bytes.subarray(at + 1, at + length).reduce((sum, byte) => 256 * sum + byte, start), length }
}
