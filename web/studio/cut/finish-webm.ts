import type { RandomAccessFile } from './finish-mp4'

const ids = { segment: 0x18538067, info: 0x1549a966, muxingApp: 0x4d80, writingApp: 0x5741 }
/** The muxer writes the segment's facts in the first two hundred bytes. */
const headBytes = 1024

/**
 * Finishes a WebM of the muxer, which names itself in it: clears the names, as the server would, and spares it from
 * storing the file again for that.
 */
export function finishWebm(file: RandomAccessFile): void {
  const head = new Uint8Array(headBytes)
  const length = file.read(head, { at: 0 })
  clearNames(head.subarray(0, length))
  file.write(head.subarray(0, length), { at: 0 })
}

function clearNames(head: Uint8Array): void {
  for (let at = 0; at < head.length; ) {
    const id = numberAt(head, at, 'with its length')
    const size = numberAt(head, at + id.length, 'alone')
    const from = at + id.length + size.length
    if (id.value === ids.muxingApp || id.value === ids.writingApp) head.fill(0, from, from + size.value)
    // A segment and its facts are entered, everything else is passed over.
    at = id.value === ids.segment || id.value === ids.info ? from : from + size.value
  }
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
