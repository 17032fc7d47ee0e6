import type { StreamReader } from '../stream-parser'
import { readSamples, type SampleVisitor } from './mp4-samples'
import { readTracks } from './mp4-tracks'
import { trackHash } from './track-hash'
import { hashesOf, type TrackHashes } from './track-hashes'
import { findMessages } from './without-messages'

/**
 * Hashes the tracks of an MP4 of `size` bytes in one pass; `index` is its `moov`, wherever that is. Reading throws
 * BoxError.
 */
export function mp4TrackHashes(index: Uint8Array, size: number): StreamReader<TrackHashes> {
  const tracks = readTracks(index)
  const hashed = new Map(tracks.map((track) => [track, { ...track, hash: trackHash(track.coding) }]))
  let hasMessages = false
  const found = () => {
    hasMessages = true
  }
  const visitors = new Map(
    [...hashed].map(([track, { hash }]) => [track, both(hash, findMessages(track, found))]),
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
