import { longestSegment } from '#contract/values/videos/media'
import { bandwidthOf, type Segment } from '../hls/bandwidth'
import { type ReadAt, readAhead } from '../read-at'
import { type Box, BoxError, walkBoxes } from './boxes'
import { parseSidx, type Sidx } from './sidx'

/**
 * Positions of a CMAF file's segments: each starts where the one before it ends, the last ends with the file.
 */
export interface SegmentIndex {
  /** `ftyp` and `moov`, from 0. */
  init: Uint8Array
  firstOffset: number
  segments: Segment[]
  /** Seconds. */
  duration: number
  /** Track that the index's times refer to. */
  trackId: number
  /** Bits per second. */
  peakBandwidth: number
  averageBandwidth: number
}

/** Holds `moov` without samples and the index of an hour, so that one read gets both. */
const headWindow = 64 * 1024
/** Tracks, codecs and their settings: about a kilobyte. */
const maxInitBytes = 1024 * 1024
/** Four hours of 4 s segments, more than any site's settings allow. */
const maxSegments = 4096
/** Header, fields and 12 bytes a segment. */
const maxIndexBytes = 64 + maxSegments * 12
/** Each may cost a read; ffmpeg writes an index for each of a few tracks. */
const maxHeadBoxes = 32
/** Seconds by which a segment may be longer than planned: its sound ends with a whole frame. */
const slack = 0.5
const beforeSegments = ['ftyp', 'moov', 'free', 'skip', 'styp', 'sidx']

/**
 * Reads the segment index (`sidx`) of `ftyp moov sidx [free] (moof mdat)+` by one or two ranged reads,
 * however long the file is. Returns null for an MP4 without one before its media. With an index per track,
 * the first counts. Throws BoxError when the index doesn't describe the whole file.
 */
export async function readSegmentIndex(read: ReadAt, size: number): Promise<SegmentIndex | null> {
  const near = readAhead(read, size, headWindow)
  let moov: Box | null = null
  let found: { sidx: Sidx; firstOffset: number } | null = null
  let begins = false
  let count = 0
  for await (const box of walkBoxes(near, size)) {
    begins = box.offset === found?.firstOffset
    if (begins) break
    if (!found && !beforeSegments.includes(box.type)) return null
    if (found && (box.offset > found.firstOffset || !beforeSegments.includes(box.type))) {
      throw new BoxError('malformed', 'The segment index points past its first segment.')
    }
    if (++count > maxHeadBoxes) throw new BoxError('too_large', 'Too many boxes stand before the media.')
    if (box.type === 'moov') {
      if (moov || found) throw new BoxError('malformed', 'The tracks are not described once, in front.')
      moov = box
    }
    if (box.type === 'sidx' && !found) {
      if (box.size > maxIndexBytes) throw new BoxError('too_large', 'The segment index is too long.')
      const bytes = await near(box.offset, box.size)
      if (bytes.length < box.size) throw new BoxError('truncated', 'The file ends before its size.')
      const sidx = parseSidx(bytes.subarray(box.headerSize))
      found = { sidx, firstOffset: box.offset + box.size + sidx.gap }
    }
  }
  if (!found) return null
  if (!begins) throw new BoxError('malformed', 'No box begins where the first segment should.')
  if (!moov) throw new BoxError('malformed', 'The tracks are not described.')
  const initBytes = moov.offset + moov.size
  if (initBytes > maxInitBytes) throw new BoxError('too_large', 'The description of the tracks is too long.')
  const init = await near(0, initBytes)
  if (init.length < initBytes) throw new BoxError('truncated', 'The file ends before its size.')
  const { sidx, firstOffset } = found
  checkReferences(sidx, size - firstOffset)
  const segments = inMilliseconds(sidx)
  const { peak, average } = bandwidthOf(segments)
  return {
    init: init.slice(),
    firstOffset,
    segments,
    duration: sumOf(sidx.references.map(({ duration }) => duration)) / sidx.timescale,
    trackId: sidx.trackId,
    peakBandwidth: peak,
    averageBandwidth: average,
  }
}

function checkReferences({ references, timescale }: Sidx, bytes: number): void {
  if (references.length > maxSegments) throw new BoxError('too_large', 'The file has too many segments.')
  if (sumOf(references.map((each) => each.bytes)) !== bytes) {
    throw new BoxError('malformed', "The segments don't end where the file ends.")
  }
  const isSane = ({ bytes, duration }: Sidx['references'][number]) =>
    bytes > 0 && duration > 0 && duration <= (longestSegment + slack) * timescale
  if (!references.every(isSane)) throw new BoxError('malformed', 'A segment is empty or too long.')
}

/** Converts to milliseconds. Rounds at the segments' ends, so that the error doesn't grow with the film. */
function inMilliseconds({ references, timescale }: Sidx): Segment[] {
  let ticks = 0
  return references.map(({ bytes, duration }) => {
    const from = Math.round((ticks * 1000) / timescale)
    ticks += duration
    const ms = Math.round((ticks * 1000) / timescale) - from
    if (ms === 0) throw new BoxError('malformed', 'A segment takes no time.')
    return [bytes, ms]
  })
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
