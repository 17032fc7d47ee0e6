import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { type Box, BoxError, childBoxes, inside, readWindow, walkBoxes } from '../mp4/boxes'
import { type ReadAt, readAhead } from '../read-at'
import { fieldsOf, onlyBox, requireBox, type Sample, tableSamples, versionAndFlags } from './mp4-table'
import type { Coding } from './track-hash'

export interface Mp4Track {
  id: number
  kind: 'picture' | 'sound'
  coding: Coding
  /** Size of a fragment's samples, unless the fragment gives its own. */
  defaultSize: number
  samples(): Generator<Sample>
}

/** Players show one picture and let viewers choose among a few sounds. */
const maxTracks = 16
/** Fixed fields of a VisualSampleEntry, ISO/IEC 14496-12, 12.1.3. */
const visualFields = 70
/** The most that an upload may have, which is read whole more than once. */
const maxIndexBytes = 32 * 1024 * 1024

/** By type of the sample description. */
const codecs: ReadonlyMap<string, Coding['name']> = new Map([
  ['av01', 'av1'],
  ['vp08', 'vp8'],
  ['vp09', 'vp9'],
  ['avc1', 'avc'],
  ['avc3', 'avc'],
  ['hvc1', 'hevc'],
  ['hev1', 'hevc'],
])

/** Reads `moov` by ranged reads, wherever it is. Throws BoxError. */
export async function readIndex(read: ReadAt, size: number): Promise<Uint8Array> {
  const readNear = readAhead(read, size, readWindow)
  for await (const box of walkBoxes(readNear, size)) {
    // The index of a file in fragments comes before them.
    if (box.type === 'moof') break
    if (box.type !== 'moov') continue
    if (box.size > maxIndexBytes) throw new BoxError('too_large', 'The index is too large.')
    const bytes = await readNear(box.offset, box.size)
    if (bytes.length < box.size) throw new BoxError('truncated', 'The file ends before its size.')
    return bytes
  }
  throw new BoxError('truncated', 'There is no index.')
}

/** Reads the tracks of picture and sound from a `moov`. Throws BoxError. */
export function readTracks(moov: Uint8Array): Mp4Track[] {
  const top = requireBox(childBoxes(moov, 0, moov.length), 'moov')
  const boxes = inside(moov, top)
  const defaults = defaultSizes(moov, onlyBox(boxes, 'mvex'))
  const found = boxes.filter(({ type }) => type === 'trak')
  if (found.length > maxTracks) throw new BoxError('too_large', 'The file has too many tracks.')
  const tracks = found.map((trak) => readTrack(moov, trak, defaults))
  const ids = new Set(tracks.map((track) => track?.id))
  if (ids.size < tracks.length && tracks.every((track) => track !== null)) {
    throw new BoxError('malformed', 'Two tracks have one number.')
  }
  return tracks.filter((track) => track !== null)
}

function readTrack(moov: Uint8Array, trak: Box, defaults: Map<number, number>): Mp4Track | null {
  const boxes = inside(moov, trak)
  const media = inside(moov, requireBox(boxes, 'mdia'))
  const handler = fieldsOf(moov, requireBox(media, 'hdlr'), 8)
  const type = handler.getUint32(4)
  const kind = type === 0x76696465 ? 'picture' : type === 0x736f756e ? 'sound' : null
  if (!kind) return null
  const head = requireBox(boxes, 'tkhd')
  const isLong = versionAndFlags(moov, head) >>> 24 === 1
  const id = fieldsOf(moov, head, 20).getUint32(isLong ? 16 : 8)
  const stbl = requireBox(inside(moov, requireBox(media, 'minf')), 'stbl')
  return {
    id,
    kind,
    coding: kind === 'picture' ? codingOf(moov, requireBox(inside(moov, stbl), 'stsd')) : { name: 'other' },
    defaultSize: defaults.get(id) ?? 0,
    samples: () => tableSamples(moov, stbl),
  }
}

/** Returns the coding of all sample descriptions, which must agree: each sample names its own. */
function codingOf(moov: Uint8Array, stsd: Box): Coding {
  const entries = inside(moov, stsd, 8)
  const codings = entries.map((entry): Coding => {
    const name = codecs.get(entry.type) ?? 'other'
    if (name !== 'avc' && name !== 'hevc') return { name }
    const { settings, lengthAt } = nalCodecs[name]
    const box = onlyBox(inside(moov, entry, 8 + visualFields), settings)
    // The first four bytes are version and flags in other boxes.
    const lengthByte = box && fieldsOf(moov, box, lengthAt - 3).getUint8(lengthAt - 4)
    return { name, lengthSize: lengthByte === undefined ? null : (lengthByte & 3) + 1 }
  })
  const [first, ...more] = codings
  if (!first) throw new BoxError('malformed', 'A track describes no samples.')
  if (more.some((each) => JSON.stringify(each) !== JSON.stringify(first))) {
    throw new BoxError('malformed', 'The samples of a track are made in different ways.')
  }
  return first
}

/** By track, ISO/IEC 14496-12, 8.8.3. */
function defaultSizes(moov: Uint8Array, mvex: Box | undefined): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const box of mvex ? inside(moov, mvex) : []) {
    if (box.type !== 'trex') continue
    const fields = fieldsOf(moov, box, 20)
    sizes.set(fields.getUint32(0), fields.getUint32(12))
  }
  return sizes
}
