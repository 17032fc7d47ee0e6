import { createHash } from 'node:crypto'
import { BoxError } from '../mp4/boxes'
import type { StreamReader } from '../stream-parser'
import { EbmlError } from '../webm/ebml'
import { findMessages } from './find-messages'
import type { SampleVisitor } from './mp4-samples'
import { type Coding, type TrackHash, trackHash } from './track-hash'

/**
 * Hashes of a file's pictures and sounds, which a remux doesn't change. Each track is hashed on its own. Hex;
 * null for a file without them, or one that can't be read to its end.
 */
export interface TrackHashes {
  picture: string | null
  sound: string | null
  /** Whether the pictures contain messages that players don't need. */
  hasMessages: boolean
}

interface HashedTrack {
  kind: 'picture' | 'sound'
  hash: TrackHash
}

/** Hashes the tracks of one file, and looks for messages in their pictures. */
export class TracksHash {
  readonly #tracks: HashedTrack[] = []
  #hasMessages = false

  /** Returns the visitor of the next track. */
  add({ kind, coding }: { kind: HashedTrack['kind']; coding: Coding }): SampleVisitor {
    const hash = trackHash(coding)
    this.#tracks.push({ kind, hash })
    const found = () => {
      this.#hasMessages = true
    }
    const messages = findMessages(coding, found, () => this.#hasMessages)
    return {
      begin: (size) => {
        hash.begin(size)
        messages.begin(size)
      },
      write: (bytes) => {
        hash.write(bytes)
        messages.write(bytes)
      },
    }
  }

  digest(): TrackHashes {
    return { ...hashesOf(this.#tracks), hasMessages: this.#hasMessages }
  }
}

/** Several tracks of a kind are hashed together, sorted, since a muxer may renumber them. */
function hashesOf(tracks: readonly HashedTrack[]): Pick<TrackHashes, 'picture' | 'sound'> {
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
    digest: () => attempt(reader.digest, { picture: null, sound: null, hasMessages: false }),
  }
}
