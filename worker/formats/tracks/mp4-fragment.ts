import { type Box, BoxError, childBoxes, inside } from '../mp4/boxes'
import { fieldsOf, maxSamples, onlyBox, requireBox, type Sample, versionAndFlags } from './mp4-table'
import type { Mp4Track } from './mp4-tracks'

export interface FragmentSample extends Sample {
  track: Mp4Track
}

/** The defaults that a `traf` gives its runs, and the offset of the next run without its own. */
interface Place {
  base: number
  defaultSize: number
  next: number
}

/** A fragment of 12 s has a few thousand samples, but a run without any fields can count 2^32 in no bytes. */
const maxInFragment = 100_000

export interface Fragment {
  /** In the order of the file. */
  samples: FragmentSample[]
  /** When each track's first sample is decoded, in units of the track; tracks that don't say are missing. */
  times: Map<number, number>
  /** Whether all places count from the `moof`, as CMAF requires, so that it can be played alone. */
  isRelative: boolean
}

/** Reads the fragments of one file in turn (ISO/IEC 14496-12, 8.8). */
export class FragmentReader {
  readonly #tracks: readonly Mp4Track[]
  readonly #times = new Map<number, number>()
  #count = 0

  constructor(tracks: readonly Mp4Track[]) {
    this.#tracks = tracks
  }

  /** Reads a `moof` at its place in the file. Throws BoxError, also when a track goes back in time. */
  read(moof: Uint8Array, moofOffset: number): Fragment {
    const top = requireBox(childBoxes(moof, 0, moof.length), 'moof')
    const samples: FragmentSample[] = []
    const times = new Map<number, number>()
    let isRelative = true
    let before = moofOffset
    for (const traf of inside(moof, top).filter(({ type }) => type === 'traf')) {
      const boxes = inside(moof, traf)
      const header = readHeader(moof, requireBox(boxes, 'tfhd'), moofOffset, before)
      const track = this.#tracks.find(({ id }) => id === header.trackId)
      isRelative &&= header.isRelative
      const time = readTime(moof, onlyBox(boxes, 'tfdt'))
      if (time !== null) {
        this.#arrive(header.trackId, time)
        if (!times.has(header.trackId)) times.set(header.trackId, time)
      }
      const place = {
        ...header,
        defaultSize: header.defaultSize ?? track?.defaultSize ?? 0,
        next: header.base,
      }
      for (const trun of boxes.filter(({ type }) => type === 'trun')) {
        for (const sample of runSamples(moof, trun, place)) {
          if (samples.length === maxInFragment || ++this.#count > maxSamples) {
            throw new BoxError('too_large', 'There are too many samples.')
          }
          if (track && sample.size > 0) samples.push({ ...sample, track })
        }
      }
      before = place.next
    }
    return { samples: inFileOrder(samples), times, isRelative }
  }

  /** Throws unless fragments come in decode order, since they are hashed as they come. */
  #arrive(id: number, time: number): void {
    if (time < (this.#times.get(id) ?? 0)) throw new BoxError('disordered', 'The fragments are out of order.')
    this.#times.set(id, time)
  }
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
    isRelative: baseAt === null && (flags & 0x20000) !== 0,
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
  if (!(flags & 0x200) && place.defaultSize === 0) return
  for (let sample = 0; sample < count; sample += 1) {
    const sizeAt = head + each * sample + has(0x100)
    const size = flags & 0x200 ? fields.getUint32(sizeAt) : place.defaultSize
    yield { offset: place.next, size }
    place.next += size
  }
}

function readTime(moof: Uint8Array, tfdt: Box | undefined): number | null {
  if (!tfdt) return null
  const isLong = versionAndFlags(moof, tfdt) >>> 24 === 1
  const fields = fieldsOf(moof, tfdt, isLong ? 8 : 4)
  return isLong ? Number(fields.getBigUint64(0)) : fields.getUint32(0)
}
