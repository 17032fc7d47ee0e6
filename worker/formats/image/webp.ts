import { concat } from '#contract/values/shared/concat'
import { bytesOf, latin1, startsWith, viewOf } from '../bytes'
import { checkSide, ImageError, type StrippedBytes } from './error'
import { buildOrientation, readOrientation, shownSize } from './orientation'

/** Bits of the first byte of VP8X (RFC 9649, 2.7). */
const flag = { icc: 0x20, alpha: 0x10, exif: 0x08, animation: 0x02 }
/** In RFC 9649's order. */
const keptChunks = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'] as const

/**
 * Returns a still WebP rebuilt from picture, alpha and colour profile. EXIF, XMP, unknown chunks and a tail
 * are dropped.
 */
export function stripWebp(bytes: Uint8Array): StrippedBytes {
  const end = endOfFile(bytes)
  const chunks = readChunks(bytes, end)
  if (chunks.has('ANIM') || chunks.has('ANMF')) throw animated()
  const lossy = chunks.get('VP8 ')
  const lossless = chunks.get('VP8L')
  if (lossy && lossless) throw new ImageError('malformed', 'The file holds two pictures.')
  const picture = lossy ? readLossySize(lossy) : readLosslessSize(lossless)
  checkSide(picture.width, picture.height)

  const extended = chunks.get('VP8X')
  if (!extended) {
    // Without VP8X the file is this one chunk.
    return {
      bytes: buildFile([lossy ? buildChunk('VP8 ', lossy) : buildChunk('VP8L', lossless)]),
      ...picture,
      end,
    }
  }
  const exif = chunks.get('EXIF')
  const orientation = exif ? readOrientation(withoutName(exif)) : 1
  const header = rebuildHeader(extended, picture, { icc: chunks.has('ICCP'), exif: orientation > 1 })
  if (lossless) chunks.delete('ALPH')
  chunks.set('VP8X', header)
  const kept = keptChunks.filter((name) => chunks.has(name)).map((name) => buildChunk(name, chunks.get(name)))
  if (orientation > 1) kept.push(buildChunk('EXIF', buildOrientation(orientation)))
  return { bytes: buildFile(kept), ...shownSize(picture.width, picture.height, orientation), end }
}

function endOfFile(bytes: Uint8Array): number {
  const end = bytes.length < 12 ? Number.POSITIVE_INFINITY : 8 + viewOf(bytes).getUint32(4, true)
  if (end > bytes.length) throw new ImageError('truncated', 'The picture ends too soon.')
  return end
}

/** Returns the first chunk of each name; only animation frames may repeat. */
function readChunks(bytes: Uint8Array, end: number): Map<string, Uint8Array> {
  const view = viewOf(bytes)
  const chunks = new Map<string, Uint8Array>()
  for (let at = 12; at < end; ) {
    if (at + 8 > end) throw new ImageError('malformed', 'A chunk is broken.')
    const length = view.getUint32(at + 4, true)
    if (length > end - at - 8) throw new ImageError('malformed', 'A chunk ends past the file.')
    const name = latin1(bytes, at, at + 4)
    if (!chunks.has(name)) chunks.set(name, bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** RFC 6386, 9.1: a key frame, its start code, then 14 bits of width and of height. */
function readLossySize(data: Uint8Array): { width: number; height: number } {
  if (data.length < 10) throw new ImageError('truncated', 'The picture ends too soon.')
  if (((data[0] ?? 1) & 1) !== 0 || !startsWith(data, '\x9d\x01\x2a', 3)) {
    throw new ImageError('malformed', 'The picture is not a key frame.')
  }
  const view = viewOf(data)
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

/** RFC 9649, 3.4: a signature byte, then 14 bits of width and of height, each less one. */
function readLosslessSize(data: Uint8Array | undefined): { width: number; height: number } {
  if (!data) throw new ImageError('malformed', 'The file holds no picture.')
  if (data.length < 5) throw new ImageError('truncated', 'The picture ends too soon.')
  if (data[0] !== 0x2f) throw new ImageError('malformed', 'The picture has no signature.')
  const bits = viewOf(data).getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function rebuildHeader(
  old: Uint8Array,
  picture: { width: number; height: number },
  has: { icc: boolean; exif: boolean },
): Uint8Array {
  if (old.length !== 10) throw new ImageError('malformed', 'The header is broken.')
  const flags = old[0] ?? 0
  if (flags & flag.animation) throw animated()
  const view = viewOf(old)
  const width = (view.getUint32(4, true) & 0xffffff) + 1
  const height = (view.getUint32(6, true) >>> 8) + 1
  if (width !== picture.width || height !== picture.height) {
    throw new ImageError('malformed', 'The header and the picture differ in size.')
  }
  const header = old.slice()
  header.set([(flags & flag.alpha) | (has.icc ? flag.icc : 0) | (has.exif ? flag.exif : 0), 0, 0, 0])
  return header
}

/** Some writers put JPEG's segment name before the TIFF block. */
function withoutName(exif: Uint8Array): Uint8Array {
  return startsWith(exif, 'Exif\0\0') ? exif.subarray(6) : exif
}

function animated(): ImageError {
  return new ImageError('unsupported', "Animated images aren't supported.")
}

function buildChunk(name: string, data: Uint8Array = new Uint8Array(0)): Uint8Array {
  const chunk = new Uint8Array(8 + data.length + (data.length % 2))
  chunk.set(bytesOf(name))
  viewOf(chunk).setUint32(4, data.length, true)
  chunk.set(data, 8)
  return chunk
}

function buildFile(chunks: readonly Uint8Array[]): Uint8Array {
  const file = concat([bytesOf('RIFF    WEBP'), ...chunks])
  viewOf(file).setUint32(4, file.length - 8, true)
  return file
}
