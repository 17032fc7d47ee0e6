import { viewOf } from './bytes'
import { type Box, BoxError, childBoxes, walkBoxes } from './mp4-boxes'
import { type ReadAt, readAhead } from './read-at'
import type { SegmentIndex } from './segment-index'

/** Segments to check, including the first and the last: each costs a read. */
const sampleCount = 6
/** Holds a fragment's `moof`, so that only the header after its `mdat` needs a read of its own. */
const window = 16 * 1024
const maxBoxes = 64
/** A fragment of 12 s names a few thousand samples of up to 16 bytes. */
const maxFragmentBytes = 512 * 1024
/** Allowed seconds between a segment's start and its time in the index, since decoding order differs. */
const tolerance = 0.5

/**
 * Checks a sample of segments, since each costs a read: exactly `[styp] [sidx] (moof mdat)+`, starting at its
 * time in the index. `timescale` is that of the index's track. Returns the second at which the first one is
 * decoded. Throws BoxError.
 */
export async function checkSegments(read: ReadAt, index: SegmentIndex, timescale: number): Promise<number> {
  const { segments, firstOffset } = index
  let offset = firstOffset
  let ms = 0
  const starts = segments.map(([bytes, length]) => {
    const start = { offset, bytes, ms }
    offset += bytes
    ms += length
    return start
  })
  let firstTime: number | null = null
  for (const number of sampled(segments.length)) {
    const start = starts[number]
    if (!start) continue
    const time = await timeOfSegment(read, start, index.trackId)
    if (time === null) continue
    firstTime ??= time / timescale - start.ms / 1000
    if (Math.abs(time / timescale - firstTime - start.ms / 1000) > tolerance) {
      throw new BoxError('malformed', `Segment ${number} begins at another time than the index says.`)
    }
  }
  if (firstTime === null) throw new BoxError('malformed', 'No segment holds the track of the index.')
  return firstTime
}

/** Returns evenly spread numbers from the first to the last. */
function sampled(count: number): number[] {
  const step = Math.max(1, (count - 1) / (sampleCount - 1))
  const numbers = Array.from({ length: Math.min(count, sampleCount) }, (_, at) => Math.round(at * step))
  return [...new Set(numbers)]
}

/**
 * Returns the time in units of the track; null for a segment without it, such as a last one of audio alone.
 */
async function timeOfSegment(
  read: ReadAt,
  { offset, bytes }: { offset: number; bytes: number },
  trackId: number,
): Promise<number | null> {
  const inside: ReadAt = (at, length) => read(offset + at, Math.min(length, bytes - at))
  const near = readAhead(inside, bytes, window)
  const types: string[] = []
  let time: number | null = null
  for await (const box of walkBoxes(near, bytes)) {
    types.push(box.type)
    if (types.length > maxBoxes) throw new BoxError('too_large', 'A segment has too many boxes.')
    if (box.type !== 'moof' || time !== null) continue
    if (box.size > maxFragmentBytes) throw new BoxError('too_large', 'The index of a segment is too long.')
    time = decodeTime(await near(box.offset, box.size), trackId)
  }
  if (!/^(styp )?(sidx )*(moof mdat )+$/.test(`${types.join(' ')} `)) {
    throw new BoxError('malformed', `The segment at ${offset} is made of ${types.join(' ').slice(0, 80)}.`)
  }
  return time
}

/** `baseMediaDecodeTime` of a track in a `moof`, ISO/IEC 14496-12, 8.8.12. */
function decodeTime(moof: Uint8Array, trackId: number): number | null {
  const children = (box: Box | undefined) =>
    box ? childBoxes(moof, box.offset + box.headerSize, box.offset + box.size) : []
  const [top] = childBoxes(moof, 0, moof.length)
  for (const traf of children(top).filter(({ type }) => type === 'traf')) {
    const inside = children(traf)
    const tfhd = inside.find(({ type }) => type === 'tfhd')
    const tfdt = inside.find(({ type }) => type === 'tfdt')
    if (!tfhd || !tfdt || tfhd.size < tfhd.headerSize + 8 || tfdt.size < tfdt.headerSize + 8) {
      throw new BoxError('malformed', 'A fragment tells no time.')
    }
    const view = viewOf(moof)
    if (view.getUint32(tfhd.offset + tfhd.headerSize + 4) !== trackId) continue
    const at = tfdt.offset + tfdt.headerSize
    if (view.getUint8(at) === 0) return view.getUint32(at + 4)
    if (tfdt.size < tfdt.headerSize + 12) throw new BoxError('malformed', 'A fragment tells no time.')
    return Number(view.getBigUint64(at + 4))
  }
  return null
}
