import type { StreamReader } from '../stream-parser'
import { type TrackHashes, TracksHash } from './track-hashes'
import { readBlocks } from './webm-blocks'

/** Hashes the tracks of a WebM, or of any Matroska, in one pass. Reading throws EbmlError. */
export function webmTrackHashes(): StreamReader<TrackHashes> {
  const hash = new TracksHash()
  const blocks = readBlocks((track) => hash.add(track))
  return {
    update: blocks.update,
    digest: () => {
      blocks.digest()
      return hash.digest()
    },
  }
}
