import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'
import { concat } from '../bytes'
import { BoxError } from '../mp4/boxes'
import { readSamples, type SampleVisitor } from './mp4-samples'
import { type Mp4Track, readTracks } from './mp4-tracks'
import { unitsByLength } from './nal-units'

/** A picture's captions are 100 bytes, its padding a few hundred kilobytes. Each unit is held in memory. */
const maxUnit = 1024 * 1024

/** A unit with text in it: its places in the file's bytes, in order, and the bytes to be there instead. */
type Found = (places: readonly Uint8Array[], clean: Uint8Array) => void

interface MessageVisitor extends SampleVisitor {
  /** Whether the last bytes belong to a unit whose end is still to come. */
  isInside(): boolean
}

/**
 * Finds the units of a track's coded pictures that hold messages which players don't need, or that no decoder
 * reads. Finds none in codecs without NAL units. Reading throws BoxError.
 */
export function findMessages({ coding }: Mp4Track, found: Found): MessageVisitor {
  if ((coding.name !== 'avc' && coding.name !== 'hevc') || coding.lengthSize === null) return nothing
  const codec = nalCodecs[coding.name]
  let isCopied = false
  let length = 0
  let places: Uint8Array[] = []
  let copies: Uint8Array[] = []
  const units = unitsByLength(coding.lengthSize, {
    begin: (header) => {
      const purpose = codec.purposeOf(header)
      isCopied = purpose !== 'slice' && purpose !== 'settings'
    },
    write: (piece) => {
      if (!isCopied) return
      length += piece.length
      if (length > maxUnit) throw new BoxError('too_large', 'A message in the pictures is too long.')
      places.push(piece)
      // The piece may be gone before the unit ends.
      copies.push(new Uint8Array(piece))
    },
    end: () => {
      if (length > 0) {
        const clean = cleanedUnit(codec, concat(copies))
        if (clean) found(places, clean)
      }
      isCopied = false
      length = 0
      places = []
      copies = []
    },
  })
  let sampleLeft = 0
  return {
    begin: (size) => {
      sampleLeft = size
      units.begin(size)
    },
    write: (bytes) => {
      units.write(bytes)
      sampleLeft -= bytes.length
      // A damaged length reaches beyond the sample.
      if (sampleLeft === 0) units.end()
    },
    isInside: () => length > 0,
  }
}

const nothing: MessageVisitor = { begin: () => undefined, write: () => undefined, isInside: () => false }

/**
 * Returns whether the pictures of an MP4 of `size` bytes contain messages that players don't need, and reads no
 * further. `index` is its `moov`, `chunks` are the file. Throws BoxError.
 */
export async function hasMessages(
  index: Uint8Array,
  size: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  let isFound = false
  const found = () => {
    isFound = true
  }
  const visitors = new Map(readTracks(index).map((track) => [track, findMessages(track, found)]))
  const samples = readSamples([...visitors.keys()], size, visitors)
  for await (const chunk of chunks) {
    samples.update(chunk)
    if (isFound) return true
  }
  samples.digest()
  return isFound
}

/**
 * Yields an MP4 of `size` bytes with those messages alone in its pictures that players need. `index` is its
 * `moov`, `chunks` are the file, and a piece is valid until the next one. Throws BoxError.
 */
export async function* withoutMessages(
  index: Uint8Array,
  size: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const tracks = readTracks(index)
  const pieces: Uint8Array[] = []
  const visitors = new Map(tracks.map((track) => [track, findMessages(track, replace)]))
  const samples = readSamples(tracks, size, visitors, (bytes) => pieces.push(bytes))
  for await (const chunk of chunks) {
    // A unit may end in another chunk, so its pieces wait, and the chunk's buffer may be used again.
    samples.update(new Uint8Array(chunk))
    if (![...visitors.values()].some((visitor) => visitor.isInside())) yield* pieces.splice(0)
  }
  samples.digest()
  yield* pieces
}

function replace(places: readonly Uint8Array[], clean: Uint8Array): void {
  let at = 0
  for (const place of places) {
    place.set(clean.subarray(at, at + place.length))
    at += place.length
  }
}
