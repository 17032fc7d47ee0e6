/** EBML element headers, RFC 8794: an identifier and a size, both of variable length. */

export type EbmlErrorReason = 'malformed' | 'truncated' | 'too_large'

/** The file's elements can't be followed to the end, so nothing is certain about its contents. */
export class EbmlError extends Error {
  override readonly name = 'EbmlError'
  readonly reason: EbmlErrorReason

  constructor(reason: EbmlErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export const ebmlIds = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
} as const

/** Longest header this reader accepts: 4 bytes of identifier, 8 of size. */
export const maxElementHeader = 12

export interface ElementHeader {
  id: number
  headerSize: number
  /** Bytes of payload; null when the size is unknown (RFC 8794, 6.2), as live writers leave it. */
  size: number | null
}

/** Null when there is no whole, valid header at `at`. */
export function readElementHeader(bytes: Uint8Array, at: number): ElementHeader | null {
  const idLength = vintLength(bytes[at])
  if (idLength === null || idLength > 4 || at + idLength > bytes.length) return null
  let id = 0
  for (let i = 0; i < idLength; i++) id = id * 256 + (bytes[at + i] ?? 0)

  const sizeAt = at + idLength
  const sizeLength = vintLength(bytes[sizeAt])
  if (sizeLength === null || sizeAt + sizeLength > bytes.length) return null
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength)
  let ones = size === 0xff >> sizeLength
  for (let i = 1; i < sizeLength; i++) {
    const byte = bytes[sizeAt + i] ?? 0
    ones &&= byte === 0xff
    size = size * 256 + byte
  }
  // Seven bytes of payload hold up to 2^56 - 1, which a double rounds: no file is that long.
  if (!ones && !Number.isSafeInteger(size)) return null
  return { id, headerSize: idLength + sizeLength, size: ones ? null : size }
}

function vintLength(first: number | undefined): number | null {
  if (!first) return null
  return Math.clz32(first) - 23
}

/** Reads an unsigned number, which an element stores in any number of bytes; 0 for none (RFC 8794, 7.2). */
export function readNumber(bytes: Uint8Array = new Uint8Array(0)): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** Longest head of a block: 8 bytes of the track's number, 2 of time within the cluster, flags (RFC 9559, 10.1). */
export const maxBlockHead = 11

/** Reads the number of a block's track from its beginning, and how many bytes its head takes. */
export function readBlockHead(bytes: Uint8Array): { track: number; length: number } {
  const [first = 0] = bytes
  const length = Math.clz32(first || 1) - 23
  return {
    track: readNumber(bytes.slice(1, length)) + (first & (0xff >> length)) * 256 ** (length - 1),
    length: length + 3,
  }
}
