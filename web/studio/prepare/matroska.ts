const marks = { header: 0x1a45dfa3, segment: 0x18538067 } as const
/** Bytes of an element's ID, as these two have it, and of the longest size. */
const headBytes = 12

/** Returns the bytes that a Matroska or WebM file says it has; null where it doesn't say, or is neither. */
export async function announcedBytes(file: Blob): Promise<number | null> {
  const header = await elementAt(file, 0)
  if (header?.id !== marks.header || header.end === null) return null
  const segment = await elementAt(file, header.end)
  return segment?.id === marks.segment ? segment.end : null
}

/** Returns whether a file is Matroska or WebM. */
export async function isMatroska(file: Blob): Promise<boolean> {
  return (await elementAt(file, 0))?.id === marks.header
}

async function elementAt(file: Blob, at: number): Promise<{ id: number; end: number | null } | null> {
  const bytes = new Uint8Array(await file.slice(at, at + headBytes).arrayBuffer())
  const [first = 0] = bytes.subarray(4)
  // The size's leading zeros count its further bytes.
  const length = Math.clz32(first) - 23
  if (first === 0 || bytes.byteLength < 4 + length) return null
  const size = bytes.subarray(5, 4 + length).reduce((sum, byte) => 256 * sum + byte, first & (0xff >> length))
  // All ones: its writer didn't know.
  const isKnown = size !== 2 ** (7 * length) - 1
  return { id: new DataView(bytes.buffer).getUint32(0), end: isKnown ? at + 4 + length + size : null }
}
