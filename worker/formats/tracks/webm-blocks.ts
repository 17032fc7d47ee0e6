import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { latin1 } from '../bytes'
import { drive, type Parser, type StreamReader } from '../stream-parser'
import {
  EbmlError,
  ebmlIds,
  maxBlockHead,
  maxElementHeader,
  readBlockHead,
  readElementHeader,
  readNumber,
} from '../webm/ebml'
import type { SampleVisitor } from './mp4-samples'
import type { Coding } from './track-hash'

const ids = {
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const
const entered: readonly number[] = [ebmlIds.segment, ebmlIds.cluster, ids.blockGroup]
/** Settings of a few codecs: a kilobyte each. */
const maxTracksBytes = 1024 * 1024
const maxTracks = 16
const lacing = 0x06

/** Matroska's settings of H.264 and HEVC are the same as MP4's. */
const codecs: ReadonlyMap<string, Coding['name']> = new Map([
  ['V_VP8', 'vp8'],
  ['V_VP9', 'vp9'],
  ['V_AV1', 'av1'],
  ['V_MPEG4/ISO/AVC', 'avc'],
  ['V_MPEGH/ISO/HEVC', 'hevc'],
])

interface WebmTrack {
  kind: 'picture' | 'sound'
  coding: Coding
}

type Tracks = ReadonlyMap<number, WebmTrack & { visitor: SampleVisitor }>

/**
 * Passes the samples of a WebM, or of any Matroska, to the visitors of its tracks in one pass over the file,
 * and then every byte to `passed`. Reading throws EbmlError.
 */
export function readBlocks(
  visitorOf: (track: WebmTrack) => SampleVisitor,
  passed?: (bytes: Uint8Array) => void,
): StreamReader<void> {
  return drive(walk(visitorOf, passed), () => undefined)
}

/** Walks the file flat: enters the elements that hold blocks and skips all others by size (RFC 8794, 6.2). */
function* walk(
  visitorOf: (track: WebmTrack) => SampleVisitor,
  passed: (bytes: Uint8Array) => void = () => undefined,
): Parser {
  let tracks: Tracks = new Map()
  let segments = 0
  for (;;) {
    const head = yield { peek: maxElementHeader }
    if (head.length === 0) return
    const element = readElementHeader(head, 0)
    if (!element) throw new EbmlError('malformed', 'Bytes without an element.')
    yield { pass: element.headerSize, to: passed }
    // Players read the first alone.
    if (element.id === ebmlIds.segment && ++segments > 1)
      throw new EbmlError('malformed', 'Several segments.')
    if (entered.includes(element.id)) continue
    const { size } = element
    if (size === null) throw new EbmlError('malformed', 'An element of unknown size.')
    if (element.id === ids.tracks) {
      if (tracks.size > 0) throw new EbmlError('malformed', 'The tracks are described twice.')
      if (size > maxTracksBytes)
        throw new EbmlError('too_large', 'The description of the tracks is too long.')
      tracks = readTracks(yield { peek: size }, size, visitorOf)
    }
    if (element.id !== ids.simpleBlock && element.id !== ids.block) yield { pass: size, to: passed }
    else yield* passBlock(yield { peek: Math.min(size, maxBlockHead) }, size, tracks, passed)
  }
}

function* passBlock(
  head: Uint8Array,
  size: number,
  tracks: Tracks,
  passed: (bytes: Uint8Array) => void,
): Parser {
  const { track: number, length: headerSize } = readBlockHead(head)
  if (size < headerSize || head.length < headerSize)
    throw new EbmlError('malformed', 'A block without a header.')
  const track = tracks.get(number)
  // Several samples in a block, behind a table of their sizes: no muxer does that to pictures.
  if (track?.kind === 'picture' && ((head[headerSize - 1] ?? 0) & lacing) !== 0) {
    throw new EbmlError('malformed', 'A block holds several pictures.')
  }
  yield { pass: headerSize, to: passed }
  track?.visitor.begin(size - headerSize)
  const to = (bytes: Uint8Array) => {
    track?.visitor.write(bytes)
    passed(bytes)
  }
  yield { pass: size - headerSize, to }
}

function readTracks(bytes: Uint8Array, size: number, visitorOf: (track: WebmTrack) => SampleVisitor): Tracks {
  const tracks = new Map<number, WebmTrack & { visitor: SampleVisitor }>()
  if (bytes.length < size) throw new EbmlError('truncated', 'The file ends before its size.')
  for (const entry of children(bytes)) {
    if (entry.id !== ids.trackEntry) continue
    const fields = new Map(children(entry.payload).map(({ id, payload }) => [id, payload]))
    const type = readNumber(fields.get(ids.trackType))
    const number = readNumber(fields.get(ids.trackNumber))
    if (type !== 1 && type !== 2) continue
    // Compressed by the container: browsers don't play it.
    if (fields.has(ids.contentEncodings)) throw new EbmlError('malformed', 'A track is packed.')
    if (tracks.has(number) || tracks.size === maxTracks) {
      throw new EbmlError('malformed', 'Two tracks have one number, or there are too many.')
    }
    const track: WebmTrack =
      type === 1
        ? { kind: 'picture', coding: codingOf(fields) }
        : { kind: 'sound', coding: { name: 'other' } }
    tracks.set(number, { ...track, visitor: visitorOf(track) })
  }
  return tracks
}

function codingOf(fields: Map<number, Uint8Array>): Coding {
  const codec = fields.get(ids.codecId) ?? new Uint8Array(0)
  const name = latin1(codec, 0, Math.min(codec.length, 32)).replace(/\0+$/, '')
  const coding = codecs.get(name) ?? 'other'
  if (coding !== 'avc' && coding !== 'hevc') return { name: coding }
  const lengthByte = fields.get(ids.codecPrivate)?.[nalCodecs[coding].lengthAt]
  return { name: coding, lengthSize: lengthByte === undefined ? null : (lengthByte & 3) + 1 }
}

function children(bytes: Uint8Array): { id: number; payload: Uint8Array }[] {
  const found: { id: number; payload: Uint8Array }[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = readElementHeader(bytes, at)
    const from = at + (element?.headerSize ?? 0)
    if (!element || element.size === null || from + element.size > bytes.length) {
      throw new EbmlError('malformed', 'The tracks are described badly.')
    }
    found.push({ id: element.id, payload: bytes.subarray(from, from + element.size) })
    at = from + element.size
  }
  return found
}
