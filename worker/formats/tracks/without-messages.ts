import type { StreamReader } from '../stream-parser'
import { findMessages, type MessageVisitor } from './find-messages'
import { readSamples, type SampleVisitor } from './mp4-samples'
import { readTracks } from './mp4-tracks'
import type { Coding } from './track-hash'
import { readBlocks } from './webm-blocks'

/**
 * Reads the samples of a file in one pass: each track's visitor is asked for first. Every byte goes to `passed`
 * after them. Reading throws BoxError or EbmlError.
 */
export type SampleReader = (
  visitorOf: (track: { coding: Coding }) => SampleVisitor,
  passed?: (bytes: Uint8Array) => void,
) => StreamReader<void>

/** Returns the reader of an MP4 of `size` bytes, whose `moov` is `index`. Throws BoxError. */
export function mp4Samples(index: Uint8Array, size: number): SampleReader {
  const tracks = readTracks(index)
  return (visitorOf, passed) => {
    const visitors = new Map(tracks.map((track) => [track, visitorOf(track)]))
    return readSamples(tracks, size, visitors, passed)
  }
}

/** Reads the samples of a WebM. */
export const webmSamples: SampleReader = readBlocks

/** Returns whether a file's pictures contain messages that players don't need, and then reads no further. */
export async function hasMessages(
  readerOf: SampleReader,
  chunks: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  let isFound = false
  const found = () => {
    isFound = true
  }
  const samples = readerOf(({ coding }) => findMessages(coding, found))
  for await (const chunk of chunks) {
    samples.update(chunk)
    if (isFound) return true
  }
  samples.digest()
  return isFound
}

/**
 * Yields a file with those messages alone in its pictures that players need. A piece is valid until the next
 * one.
 */
export async function* withoutMessages(
  readerOf: SampleReader,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const visitors: MessageVisitor[] = []
  const visitorOf = ({ coding }: { coding: Coding }) => {
    const visitor = findMessages(coding, replace)
    visitors.push(visitor)
    return visitor
  }
  const samples = readerOf(visitorOf, (bytes) => pieces.push(bytes))
  for await (const chunk of chunks) {
    // A unit may end in another chunk, so its pieces wait, and the chunk's buffer may be used again.
    samples.update(new Uint8Array(chunk))
    if (!visitors.some((visitor) => visitor.isInside())) yield* pieces.splice(0)
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
