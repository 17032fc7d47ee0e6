import { type Box, BoxError, childBoxes } from '../mp4-boxes'
import { fieldsOf, inside, onlyBox, requireBox, type Sample, versionAndFlags } from './mp4-table'
import type { Mp4Track } from './mp4-tracks'

export interface FragmentSample extends Sample {
  track: Mp4Track
}

/** What a `traf` says before its runs, and where the next run without an offset of its own begins. */
interface Place {
  base: number
  defaultSize: number
  next: number
}

/** A fragment of 12 s has a few thousand; a run of samples without any fields can count 2^32 in no bytes. */
const maxSamples = 100_000

/**
 * Reads the samples of a `moof` (ISO/IEC 14496-12, 8.8), by their places in the file. `times` keeps each
 * track's last decode time, which never goes back. Throws BoxError.
 */
export function fragmentSamples(
  moof: Uint8Array,
  moofOffset: number,
  tracks: readonly Mp4Track[],
  times: Map<number, number>,
): FragmentSample[] {
  const top = requireBox(childBoxes(moof, 0, moof.length), 'moof')
  const samples: FragmentSample[] = []
  let before = moofOffset
  let count = 0
  for (const traf of inside(moof, top).filter(({ type }) => type === 'traf')) {
    const boxes = inside(moof, traf)
    const header = readHeader(moof, requireBox(boxes, 'tfhd'), moofOffset, before)
    const track = tracks.find(({ id }) => id === header.trackId)
    checkTime(moof, onlyBox(boxes, 'tfdt'), header.trackId, times)
    const place = { ...header, defaultSize: header.defaultSize ?? track?.defaultSize ?? 0, next: header.base }
    for (const trun of boxes.filter(({ type }) => type === 'trun')) {
      for (const sample of runSamples(moof, trun, place)) {
        if (++count > maxSamples) throw new BoxError('too_large', 'A fragment has too many samples.')
        if (track && sample.size > 0) samples.push({ ...sample, track })
      }
    }
    before = place.next
  }
  return inFileOrder(samples)
}

/** Sorts by place; a track's own samples must be in that order already. */
function inFileOrder(samples: FragmentSample[]): FragmentSample[] {
  const ends = new Map<Mp4Track, number>()
  for (const { track, offset, size } of samples) {
    if (offset < (ends.get(track) ?? 0))
      throw new BoxError('disordered', 'The runs of a track are out of order.')
    ends.set(track, offset + size)
  }
  return samples.sort((a, b) => a.offset - b.offset)
}

function readHeader(moof: Uint8Array, tfhd: Box, moofOffset: number, before: number) {
  const flags = versionAndFlags(moof, tfhd)
  const fields = fieldsOf(moof, tfhd, 4)
  let at = 4
  const skip = (flag: number, bytes: number) => {
    const from = at
    if ((flags & flag) === 0) return null
    at += bytes
    if (at > fields.byteLength) throw new BoxError('truncated', 'A fragment is shorter than it says.')
    return from
  }
  const baseAt = skip(0x1, 8)
  skip(0x2, 4)
  skip(0x8, 4)
  const sizeAt = skip(0x10, 4)
  const implicit = (flags & 0x20000) === 0 ? before : moofOffset
  return {
    trackId: fields.getUint32(0),
    base: baseAt === null ? implicit : Number(fields.getBigUint64(baseAt)),
    defaultSize: sizeAt === null ? null : fields.getUint32(sizeAt),
  }
}

function* runSamples(moof: Uint8Array, trun: Box, place: Place): Generator<Sample> {
  const flags = versionAndFlags(moof, trun)
  const fields = fieldsOf(moof, trun, 4)
  const count = fields.getUint32(0)
  const has = (flag: number) => (flags & flag ? 4 : 0)
  const offsetAt = 4
  const head = 4 + has(0x1) + has(0x4)
  const each = has(0x100) + has(0x200) + has(0x400) + has(0x800)
  if (fields.byteLength < head + each * count) {
    throw new BoxError('truncated', 'A fragment is shorter than it says.')
  }
  if (flags & 0x1) place.next = place.base + fields.getInt32(offsetAt)
  for (let sample = 0; sample < count; sample += 1) {
    const sizeAt = head + each * sample + has(0x100)
    const size = flags & 0x200 ? fields.getUint32(sizeAt) : place.defaultSize
    yield { offset: place.next, size }
    place.next += size
  }
}

/** Fragments are decoded by time, and hashed as they come. */
function checkTime(moof: Uint8Array, tfdt: Box | undefined, id: number, times: Map<number, number>): void {
  if (!tfdt) return
  const isLong = versionAndFlags(moof, tfdt) >>> 24 === 1
  const fields = fieldsOf(moof, tfdt, isLong ? 8 : 4)
  const time = isLong ? Number(fields.getBigUint64(0)) : fields.getUint32(0)
  if (time < (times.get(id) ?? 0)) throw new BoxError('disordered', 'The fragments are out of order.')
  times.set(id, time)
}
