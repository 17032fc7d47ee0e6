import { type Patch, PatchList } from '../patches'
import { type ReadAt, readAhead } from '../read-at'
import { FragmentReader } from '../tracks/mp4-fragment'
import { readTracks } from '../tracks/mp4-tracks'
import { type Box, BoxError, childBoxes, inside, walkBoxes } from './boxes'
import { gapsIn } from './gaps'
import { freed, patchesOf } from './needed'
import type { SegmentIndex } from './segment-index'
import { freedAt } from './strip'

/** Holds a segment's `moof`, so that each segment costs one read. */
const window = 16 * 1024
/** Segments that are read at once. */
const atOnce = 6
const maxBoxes = 64
/** A segment of 12 s names a few thousand samples of up to 16 bytes. */
const maxMoofBytes = 512 * 1024
/** Allowed seconds between a segment's start and its time in the index, since decoding order differs. */
const tolerance = 0.5

export interface Segments {
  /** Second at which the first segment is decoded. */
  firstTime: number
  /** Patches that remove everything that players don't need. */
  patches: Patch[]
}

/** A segment's boxes, by their places in the file, with the bytes of each `moof`. */
type SegmentBoxes = { box: Box; moof: Uint8Array | null }[]

/**
 * Reads all segments of a file: each must be `[styp] [sidx] (moof mdat)+` and begin at its time in the index.
 * `timescale` is that of the index's track; without it, times aren't compared. Throws BoxError or ScatteredError.
 */
export async function readSegments(
  read: ReadAt,
  index: SegmentIndex,
  timescale: number | null,
): Promise<Segments> {
  const { init, segments, firstOffset, trackId } = index
  const patches = new PatchList()
  patches.addAll(await stripHead(read, index))
  const fragments = new FragmentReader(tracksOf(init))
  let offset = firstOffset
  let ms = 0
  const places = segments.map(([bytes, length]) => {
    const place = { offset, bytes, ms }
    offset += bytes
    ms += length
    return place
  })
  let firstTime: number | null = null
  for (let at = 0; at < places.length; at += atOnce) {
    const some = places.slice(at, at + atOnce)
    const found = await Promise.all(some.map((place) => readBoxes(read, place.offset, place.bytes)))
    for (const [number, boxes] of found.entries()) {
      const { ms = 0 } = some[number] ?? {}
      const { time, gaps } = readSegment(fragments, boxes, trackId)
      patches.addAll(gaps)
      // The last segment may hold only sound.
      if (time === null || timescale === null) continue
      firstTime ??= time / timescale - ms / 1000
      if (Math.abs(time / timescale - firstTime - ms / 1000) > tolerance) {
        throw new BoxError('malformed', `Segment ${at + number} begins at another time than the index says.`)
      }
    }
  }
  if (firstTime === null && timescale !== null) {
    throw new BoxError('malformed', 'No segment holds the track of the index.')
  }
  return { firstTime: firstTime ?? 0, patches: patches.inOrder() }
}

/** Strips the boxes before the segments. Only the first index is needed; there may be one for each track. */
async function stripHead(read: ReadAt, { init, firstOffset }: SegmentIndex): Promise<Patch[]> {
  const near = readAhead(read, firstOffset, window)
  const patches: Patch[] = []
  const kept = new Set<string>()
  for await (const box of walkBoxes(near, firstOffset)) {
    const isFirst = !kept.has(box.type)
    kept.add(box.type)
    if (box.type === 'moov') {
      patches.push(...patchesOf(init.subarray(box.offset, box.offset + box.size), box, box.offset))
    } else if (!isFirst || !['ftyp', 'sidx'].includes(box.type)) patches.push(...(await freedAt(near, box)))
  }
  return patches
}

/**
 * Returns the tracks. Throws if one isn't played: samples of all tracks are interleaved, so it can't be left
 * out of a segment.
 */
function tracksOf(init: Uint8Array) {
  const moov = childBoxes(init, 0, init.length).find(({ type }) => type === 'moov')
  if (!moov) throw new BoxError('malformed', 'The tracks are not described.')
  const described = inside(init, moov).filter(({ type }) => type === 'trak')
  const tracks = readTracks(init.subarray(moov.offset, moov.offset + moov.size))
  if (tracks.length < described.length)
    throw new BoxError('malformed', 'A track is neither picture nor sound.')
  return tracks
}

async function readBoxes(read: ReadAt, from: number, bytes: number): Promise<SegmentBoxes> {
  const near = readAhead((at, length) => read(from + at, Math.min(length, bytes - at)), bytes, window)
  const boxes: SegmentBoxes = []
  let moofBytes = 0
  for await (const box of walkBoxes(near, bytes)) {
    if (boxes.length === maxBoxes) throw new BoxError('too_large', 'A segment has too many boxes.')
    if (box.type === 'moof') moofBytes += box.size
    if (moofBytes > maxMoofBytes) throw new BoxError('too_large', 'The index of a segment is too long.')
    const moof = box.type === 'moof' ? (await near(box.offset, box.size)).slice() : null
    if (moof && moof.length < box.size) throw new BoxError('truncated', 'The file ends before its size.')
    boxes.push({ box: { ...box, offset: from + box.offset }, moof })
  }
  const types = boxes.map(({ box }) => box.type)
  // A stripped box has the type `free`, and a stripped file may be read again.
  if (!/^((styp|sidx|free) )*(moof mdat )+$/.test(`${types.join(' ')} `)) {
    throw new BoxError('malformed', `The segment at ${from} is made of ${types.join(' ').slice(0, 80)}.`)
  }
  return boxes
}

/** Returns the patches that strip a segment, and the time of its first fragment of the track. */
function readSegment(fragments: FragmentReader, boxes: SegmentBoxes, trackId: number) {
  const gaps: Patch[] = []
  let time: number | null = null
  let samples: ReturnType<FragmentReader['read']>['samples'] = []
  for (const { box, moof } of boxes) {
    if (moof) {
      gaps.push(...patchesOf(moof, box, box.offset))
      const fragment = fragments.read(moof, box.offset)
      if (!fragment.isRelative)
        throw new BoxError('malformed', "A fragment's offsets don't count from itself.")
      samples = fragment.samples
      if (!fragment.times.has(trackId) && samples.some(({ track }) => track.id === trackId)) {
        throw new BoxError('malformed', 'A fragment tells no time.')
      }
      time ??= fragment.times.get(trackId) ?? null
    } else if (box.type === 'mdat') gaps.push(...gapsIn([box], samples))
    else if (box.type !== 'free' || box.size > box.headerSize) gaps.push(freed(box))
  }
  return { time, gaps }
}
