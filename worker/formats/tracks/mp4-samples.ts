import { latin1, viewOf } from '../bytes'
import { BoxError } from '../mp4/boxes'
import { drive, type Parser, type StreamReader } from '../stream-parser'
import { inFileOrder } from './in-file-order'
import { FragmentReader } from './mp4-fragment'
import type { Mp4Track } from './mp4-tracks'
import { SamplePlaces } from './sample-places'

/** Receives the samples of a track one after the other, in pieces. */
export interface SampleVisitor {
  begin(size: number): void
  write(bytes: Uint8Array): void
}

/** A fragment of 12 s names a few thousand samples of up to 16 bytes. */
const maxFragmentBytes = 2 * 1024 * 1024

/**
 * Passes the samples of an MP4 of `size` bytes to the visitors of its tracks in one pass over the file, and
 * then every byte to `passed`. Reading throws BoxError.
 */
export function readSamples(
  tracks: readonly Mp4Track[],
  size: number,
  visitors: ReadonlyMap<Mp4Track, SampleVisitor>,
  passed?: (bytes: Uint8Array) => void,
): StreamReader<void> {
  const places = new SamplePlaces(inFileOrder(tracks, size), size)
  const fragments = new FragmentReader(tracks)
  let position = 0

  /** Gives each track its part of the file's next bytes. */
  const scatter = (bytes: Uint8Array) => {
    const start = position
    position += bytes.length
    for (let next = places.next; next && next.offset < position; next = places.next) {
      const from = next.offset - start
      const visitor = visitors.get(next.track)
      if (from >= 0) visitor?.begin(next.size)
      visitor?.write(bytes.subarray(Math.max(0, from), from + next.size))
      if (start + from + next.size > position) break
      places.advance()
    }
    passed?.(bytes)
  }
  const parser = walk(scatter, (moof) => {
    places.add(fragments.read(moof, position).samples, position)
  })
  return drive(parser, () => {
    if (places.next) throw new BoxError('truncated', 'A sample ends past the file.')
  })
}

/** Walks the boxes of the file: all bytes go to `all`, and each `moof` to `fragment` before them. */
function* walk(all: (bytes: Uint8Array) => void, fragment: (moof: Uint8Array) => void): Parser {
  let indices = 0
  for (;;) {
    const head = yield { peek: 16 }
    if (head.length < 8) {
      yield { pass: head.length, to: all }
      return
    }
    const view = viewOf(head)
    const short = view.getUint32(0)
    if (short === 1 && head.length < 16) throw new BoxError('truncated', 'The file ends inside a box.')
    const size = short === 1 ? Number(view.getBigUint64(8)) : short || Number.POSITIVE_INFINITY
    if (size < (short === 1 ? 16 : 8)) throw new BoxError('malformed', 'A box is too small.')
    const type = latin1(head, 4, 8)
    if (type === 'moov' && ++indices > 1) throw new BoxError('malformed', 'There are several indices.')
    if (type === 'moof') {
      if (size > maxFragmentBytes) throw new BoxError('too_large', 'The index of a fragment is too long.')
      const moof = yield { peek: size }
      if (moof.length < size) throw new BoxError('truncated', 'The file ends inside a fragment.')
      fragment(moof)
    }
    yield { pass: size, to: all }
  }
}
