import type { StreamReader } from '../stream-parser'
import { findMessages } from './camera-messages'
import { readSamples, type SampleVisitor } from './mp4-samples'
import { type Mp4Track, readTracks } from './mp4-tracks'
import { trackHash } from './track-hash'
import { hashesOf, type TrackHashes } from './track-hashes'

/** Begins no escape and ends no unit, wherever it stands; decoders pass over it. */
const eraser = 0xff

/**
 * Hashes the tracks of an MP4 of `size` bytes in one pass; `index` is its `moov`, wherever that is. Reading throws
 * BoxError.
 */
export function mp4TrackHashes(index: Uint8Array, size: number): StreamReader<TrackHashes> {
  const tracks = readTracks(index)
  const hashed = new Map(tracks.map((track) => [track, { ...track, hash: trackHash(track.coding) }]))
  let hasMessages = false
  const found = (piece: Uint8Array) => {
    hasMessages ||= piece.some((byte) => byte !== eraser)
  }
  const visitors = new Map(
    [...hashed].map(([track, { hash }]) => [track, both(hash, messagesIn(track, found))]),
  )
  const samples = readSamples(tracks, size, visitors)
  return {
    update: samples.update,
    digest: () => {
      samples.digest()
      return { ...hashesOf([...hashed.values()]), hasMessages }
    },
  }
}

/**
 * Yields an MP4 of `size` bytes without what cameras say in its pictures about the recording; `chunks` are the file,
 * and a piece is valid until the next one. Throws BoxError.
 */
export async function* withoutMessages(
  index: Uint8Array,
  size: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const tracks = readTracks(index)
  const pieces: Uint8Array[] = []
  const erase = (piece: Uint8Array) => piece.fill(eraser)
  const visitors = new Map(tracks.map((track) => [track, messagesIn(track, erase)]))
  const samples = readSamples(tracks, size, visitors, (bytes) => pieces.push(bytes))
  for await (const chunk of chunks) {
    samples.update(chunk)
    yield* pieces.splice(0)
  }
  samples.digest()
  yield* pieces
}

const nothing: SampleVisitor = { begin: () => undefined, write: () => undefined }

function messagesIn({ coding }: Mp4Track, found: (piece: Uint8Array) => void): SampleVisitor {
  const { lengthSize } = coding.name === 'avc' ? coding : { lengthSize: null }
  return lengthSize === null ? nothing : findMessages(lengthSize, found)
}

function both(one: SampleVisitor, other: SampleVisitor): SampleVisitor {
  return {
    begin: (size) => {
      one.begin(size)
      other.begin(size)
    },
    write: (bytes) => {
      one.write(bytes)
      other.write(bytes)
    },
  }
}
