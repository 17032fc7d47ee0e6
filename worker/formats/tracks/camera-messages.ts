import { bytesOf } from '../bytes'
import { readSamples, type SampleVisitor } from './mp4-samples'
import { type Mp4Track, readTracks } from './mp4-tracks'
import { readUnits } from './nal-units'

/** Supplemental information, ITU-T H.264, table 7-1. */
const messageType = 6
const uuid = [0x17, 0xee, 0x8c, 0x60, 0xf8, 0x4d, 0x11, 0xd9, 0x8c, 0xd6, 0x08, 0x00, 0x20, 0x0c, 0x9a, 0x66]
/**
 * Start of an AVCHD camera's message about the recording, which may tell its place: a UUID and a name
 * (ExifTool).
 */
const signature = Uint8Array.of(...uuid, ...bytesOf('MDPM'))
/** Byte that begins no escape and ends no unit, wherever it appears; decoders pass over it. */
const eraser = 0xff

const nothing: SampleVisitor = { begin: () => undefined, write: () => undefined }

/**
 * Finds a camera's messages about the recording in a track's coded pictures, and gives them to `found` in
 * pieces. Finds none in codecs other than H.264.
 */
export function findMessages({ coding }: Mp4Track, found: (piece: Uint8Array) => void): SampleVisitor {
  if (coding.name !== 'avc' || coding.lengthSize === null) return nothing
  let isMessage = false
  let matched = 0
  return readUnits(coding.lengthSize, {
    begin: (header) => {
      isMessage = (header & 0x1f) === messageType
      matched = 0
    },
    write: (piece) => {
      if (!isMessage) return
      let at = 0
      for (; at < piece.length && matched < signature.length; at += 1) {
        const byte = piece[at]
        // The first byte of the signature doesn't come again in it, so a match begins nowhere else.
        matched = byte === signature[matched] ? matched + 1 : byte === signature[0] ? 1 : 0
      }
      if (at < piece.length) found(piece.subarray(at))
    },
    end: () => undefined,
  })
}

/** Returns whether a piece that findMessages() found is fully erased. */
export function isErased(piece: Uint8Array): boolean {
  return piece.every((byte) => byte === eraser)
}

/**
 * Yields an MP4 of `size` bytes without a camera's messages about the recording in its pictures. `index` is
 * its `moov`, `chunks` are the file, and a piece is valid until the next one. Throws BoxError.
 */
export async function* withoutMessages(
  index: Uint8Array,
  size: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const tracks = readTracks(index)
  const pieces: Uint8Array[] = []
  const erase = (piece: Uint8Array) => piece.fill(eraser)
  const visitors = new Map(tracks.map((track) => [track, findMessages(track, erase)]))
  const samples = readSamples(tracks, size, visitors, (bytes) => pieces.push(bytes))
  for await (const chunk of chunks) {
    samples.update(chunk)
    yield* pieces.splice(0)
  }
  samples.digest()
  yield* pieces
}
