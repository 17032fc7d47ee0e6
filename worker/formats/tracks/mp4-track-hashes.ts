import type { StreamReader } from '../stream-parser'
import { readSamples } from './mp4-samples'
import { readTracks } from './mp4-tracks'
import { type TrackHashes, TracksHash } from './track-hashes'

/**
 * Hashes the tracks of an MP4 of `size` bytes in one pass; `index` is its `moov`, wherever that is. Reading throws
 * BoxError.
 */
export function mp4TrackHashes(index: Uint8Array, size: number): StreamReader<TrackHashes> {
  const tracks = readTracks(index)
  const hash = new TracksHash()
  const samples = readSamples(tracks, size, new Map(tracks.map((track) => [track, hash.add(track)])))
  return {
    update: samples.update,
    digest: () => {
      samples.digest()
      return hash.digest()
    },
  }
}
