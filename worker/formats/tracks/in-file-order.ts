import { BoxError } from '../mp4/boxes'
import type { FragmentSample } from './mp4-fragment'
import { maxSamples } from './mp4-table'
import type { Mp4Track } from './mp4-tracks'

/**
 * Yields the samples of all tables by their place in a file of `size` bytes, so that one pass can hash them.
 * Throws BoxError where a track's samples aren't stored in decode order, two share bytes, or one is outside.
 */
export function* inFileOrder(tracks: readonly Mp4Track[], size: number): Generator<FragmentSample> {
  const heads = tracks.map((track) => {
    const samples = track.samples()
    return { track, samples, sample: samples.next().value ?? null, end: 0 }
  })
  for (let end = 0, count = 0; ; count++) {
    if (count > maxSamples) throw new BoxError('too_large', 'The file has too many samples.')
    let next: (typeof heads)[number] | null = null
    for (const head of heads) {
      if (head.sample && head.sample.offset < (next?.sample?.offset ?? Number.POSITIVE_INFINITY)) next = head
    }
    if (!next?.sample) return
    const { track, sample } = next
    if (sample.offset < next.end) throw new BoxError('disordered', 'The samples of a track are out of order.')
    if (sample.offset < end) throw new BoxError('malformed', 'Two samples share bytes.')
    end = sample.offset + sample.size
    if (end > size) throw new BoxError('truncated', 'A sample ends past the file.')
    next.end = end
    next.sample = next.samples.next().value ?? null
    yield { ...sample, track }
  }
}
