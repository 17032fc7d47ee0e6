import { latin1 } from '../bytes'
import { changes, type Patch, PatchList } from '../patches'
import { type ReadAt, readAhead } from '../read-at'
import { EbmlError, maxBlockHead, readBlockHead, readNumber } from './ebml'
import { type Element, walkElements } from './elements'
import { strippedSettings } from './settings'

/** A file is read through in windows of this size: its blocks are interleaved with everything else. */
const window = 8 * 1024 * 1024
/** The largest element that is read whole: a codec's settings, or one that may be all zeros. */
const maxLeaf = 1024 * 1024

/** The settings of each are held in memory. */
const maxTracks = 16

type Treatment = 'enter' | 'number' | 'text' | 'empty' | 'blocks' | 'settings'

/** Elements that players need (RFC 9559). Any other element becomes `Void`, whatever its contents. */
const treatments: ReadonlyMap<number, Treatment> = new Map<number, Treatment>([
  // EBML header, segment, its index, tracks, picture, colour, rotation, sound, clusters and groups of blocks.
  ...listed('enter', 0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x55b0),
  ...listed('enter', 0x55d0, 0x7670, 0xe1, 0x1c53bb6b, 0xbb, 0xb7, 0x1f43b675, 0xa0),
  ...listed('number', 0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4287, 0x4285, 0x53ab, 0x53ac),
  ...listed('text', 0x4282, 0x22b59c, 0x22b59d, 0x86),
  // Scale and duration; the two programs' names must be there, but may be empty.
  ...listed('number', 0x2ad7b1, 0x4489),
  ...listed('empty', 0x4d80, 0x5741),
  // Tracks.
  ...listed(
    'number',
    0xd7,
    0x73c5,
    0x83,
    0xb9,
    0x88,
    0x55aa,
    0x9c,
    0x6de7,
    0x6df8,
    0x23e383,
    0x234e7a,
    0x55ee,
  ),
  ...listed('number', 0xaa, 0x56aa, 0x56bb, 0xb0, 0xba, 0x54b0, 0x54ba, 0x54b2, 0x54b3, 0x9a, 0x53b8, 0x53c0),
  ...listed('number', 0x9d, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x55b1, 0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6),
  ...listed('number', 0x55b7, 0x55b8, 0x55b9, 0x55ba, 0x55bb, 0x55bc, 0x55bd, 0x55d1, 0x55d2, 0x55d3, 0x55d4),
  ...listed('number', 0x55d5, 0x55d6, 0x55d7, 0x55d8, 0x55d9, 0x55da, 0xb5, 0x78b5, 0x9f, 0x6264),
  ...listed('number', 0x7671, 0x7673, 0x7674, 0x7675),
  ...listed('settings', 0x63a2),
  // Cues, clusters and blocks.
  ...listed('number', 0xb3, 0xf7, 0xf1, 0xf0, 0xb2, 0x5378, 0xe7, 0xa7, 0xab, 0x9b, 0xfb, 0xfa, 0x75a2),
  ...listed('blocks', 0xa3, 0xa1),
])
const [trackEntry, trackNumber, trackType, contentEncodings] = [0xae, 0xd7, 0x83, 0x6d80]
const [codecId, codecPrivate] = [0x86, 0x63a2]

/** A track's elements that belong together, in either order. */
interface TrackCodec {
  id: string | null
  settings: { element: Element; payload: Uint8Array } | null
}

function listed(treatment: Treatment, ...ids: number[]): [number, Treatment][] {
  return ids.map((id) => [id, treatment])
}

/**
 * Returns the patches that remove from a WebM all that players don't need, or the reason why it can't be
 * stripped. Throws EbmlError or ScatteredError.
 */
export async function stripWebm(
  read: ReadAt,
  size: number,
): Promise<{ patches: Patch[] } | { reason: string }> {
  const near = readAhead(read, size, window)
  const patches = new PatchList()
  const tracks = new Set<number>()
  const codecs: TrackCodec[] = []
  const isEntered = (id: number) => {
    if (id === trackEntry && codecs.push({ id: null, settings: null }) > maxTracks) {
      throw new EbmlError('too_large', 'The file has too many tracks.')
    }
    return treatments.get(id) === 'enter'
  }
  for await (const element of walkElements(near, size, isEntered)) {
    const { id, offset, from, size: length } = element
    if (id === contentEncodings)
      return { reason: "This file is compressed in a way that browsers don't play." }
    const treatment = treatments.get(id)
    if (treatment === undefined) {
      const patch = voided(element)
      const isSmall = patch.length <= maxLeaf
      if (!isSmall || changes(patch, await near(offset, patch.length), offset)) patches.add(patch)
      continue
    }
    if (treatment === 'blocks') {
      const { track } = readBlockHead(await near(from, Math.min(length, maxBlockHead)))
      if (!tracks.has(track)) throw new EbmlError('malformed', `The block at ${offset} is of no track.`)
      continue
    }
    if (length > (treatment === 'number' ? 8 : treatment === 'text' ? 64 : maxLeaf)) {
      throw new EbmlError('too_large', `The element at ${offset} is too long.`)
    }
    const payload = await near(from, length)
    if (id === trackNumber) tracks.add(readNumber(payload))
    if (id === trackType && ![1, 2].includes(readNumber(payload))) {
      return { reason: "This file has a track that's neither video nor audio." }
    }
    if (id === codecId || id === codecPrivate) {
      const codec = codecs.at(-1)
      if (!codec || (id === codecId ? codec.id : codec.settings) !== null) {
        throw new EbmlError('malformed', `A track has two codecs, or the codec at ${offset} no track.`)
      }
      if (id === codecId) codec.id = latin1(payload, 0, length)
      else codec.settings = { element, payload: new Uint8Array(payload) }
    }
    const empty = { offset: from, length }
    if (treatment === 'empty' && changes(empty, payload, from)) patches.add(empty)
  }
  for (const { id, settings } of codecs) {
    if (!settings) continue
    const { element, payload } = settings
    const bytes = strippedSettings(id ?? '', payload)
    if (!bytes) patches.add(voided(element))
    else if (bytes.some((byte, at) => byte !== payload[at])) {
      patches.add({ offset: element.from, length: bytes.length, bytes })
    }
  }
  return { patches: patches.inOrder() }
}

/** Returns an empty element of the same length, whose size takes as many bytes as there is room for. */
function voided({ offset, from, size }: Element): Patch {
  const length = from - offset + size
  const bytes = new Uint8Array(Math.min(9, length))
  bytes[0] = 0xec
  let left = length - bytes.length
  for (let at = bytes.length - 1; at > 0; at--, left = Math.floor(left / 256)) bytes[at] = left % 256
  bytes[1] = (bytes[1] ?? 0) | (1 << (9 - bytes.length))
  return { offset, length, bytes }
}
