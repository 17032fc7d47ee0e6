import { createHash } from 'node:crypto'
import { BoxError } from '../mp4/boxes'
import type { StreamReader } from '../stream-parser'
import { EbmlError } from '../webm/ebml'
import type { TrackHash } from './track-hash'

/**
 * Hashes of a file's pictures and sounds, which a remux doesn't change. Each track is hashed on its own. Hex;
 * null for a file without them, or one that can't be read to its end.
 */
export interface TrackHashes {
  picture: string | null
  sound: string | null
  /** Whether the pictures contain messages that players don't need. */
  hasMessages?: boolean
}

export interface HashedTrack {
  kind: 'picture' | 'sound'
  hash: TrackHash
}

/** Several tracks of a kind are hashed together, sorted, since a muxer may renumber them. */
export function hashesOf(tracks: readonly HashedTrack[]): TrackHashes {
  const of = (kind: HashedTrack['kind']) => {
    const digests = tracks.filter((track) => track.kind === kind).map(({ hash }) => hash.digest())
    const found = digests.filter((digest) => digest !== null).sort()
    if (found.length < 2) return found[0] ?? null
    return createHash('sha256').update(found.join('')).digest('hex')
  }
  return { picture: of('picture'), sound: of('sound') }
}

/** Returns a reader that gives no hashes once the file turns out to be damaged; other errors pass through. */
export function untilDamaged(reader: StreamReader<TrackHashes>): StreamReader<TrackHashes> {
  let isDamaged = false
  const attempt = <Result>(act: () => Result, otherwise: Result) => {
    if (isDamaged) return otherwise
    try {
      return act()
    } catch (error) {
      if (!(error instanceof BoxError || error instanceof EbmlError)) throw error
      isDamaged = true
      return otherwise
    }
  }
  return {
    update: (chunk) => attempt(() => reader.update(chunk), undefined),
    digest: () => attempt(reader.digest, { picture: null, sound: null }),
  }
}
