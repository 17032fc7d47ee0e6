import { concat } from '#contract/values/shared/concat'
import { bytesOf, startsWith, viewOf } from '../bytes'
import { checkSide, ImageError, type StrippedBytes } from './error'
import { buildOrientation, readOrientation, shownSize } from './orientation'

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
/** DHT, DQT, DRI. */
const tables = [0xc4, 0xdb, 0xdd]
/** Baseline, extended sequential, progressive: all that browsers decode. */
const frames = [0xc0, 0xc1, 0xc2]
/** SOF3 to SOF15, DAC and DNL: lossless, hierarchical, arithmetic coding, a height told later. */
const unsupported = [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc]
const exifName = 'Exif\0\0'

/**
 * Rebuilds a JPEG from the segments that decoding needs (ITU-T T.81, annex B), with JFIF, Adobe's transform
 * and the orientation.
 */
export function stripJpeg(bytes: Uint8Array): StrippedBytes {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  let jfif: Uint8Array | null = null
  let orientation: number | null = null
  let frame: { width: number; height: number } | null = null
  let scans = 0

  let at = 2
  for (;;) {
    at = skipFill(bytes, at)
    const marker = bytes[at + 1]
    if (marker === undefined) throw new ImageError('truncated', 'The picture ends too soon.')
    if (bytes[at] !== 0xff) throw new ImageError('malformed', `No marker at ${at}.`)
    if (marker === eoi) break
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= soi) || marker === 0xff) {
      throw new ImageError('malformed', `A marker out of place at ${at}.`)
    }
    if (unsupported.includes(marker))
      throw new ImageError('unsupported', 'This kind of JPEG is not supported.')
    if (at + 4 > bytes.length) throw new ImageError('truncated', 'The picture ends too soon.')
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4) throw new ImageError('malformed', `A segment without a length at ${at}.`)
    if (end > bytes.length) throw new ImageError('truncated', 'The picture ends too soon.')
    const segment = bytes.subarray(at, end)
    at = end

    if (marker === 0xe0 && startsWith(segment, 'JFIF\0', 4)) jfif ??= plainJfif(segment)
    else if (marker === 0xe1 && startsWith(segment, exifName, 4))
      orientation ??= readOrientation(segment.subarray(10))
    else if (marker === 0xee && startsWith(segment, 'Adobe', 4) && segment.length >= 16) {
      kept.push(withLength(segment.subarray(0, 16)))
    } else if (tables.includes(marker)) kept.push(segment)
    else if (frames.includes(marker)) {
      if (frame) throw new ImageError('malformed', 'The picture has two frames.')
      frame = readFrame(segment)
      kept.push(segment)
    } else if (marker === sos) {
      if (!frame) throw new ImageError('malformed', 'A scan comes before its frame.')
      at = endOfScan(bytes, end)
      kept.push(segment, bytes.subarray(end, at))
      scans++
    }
  }
  if (!frame || scans === 0) throw new ImageError('malformed', 'The picture has no scan.')

  const turn = orientation ?? 1
  const head = [Uint8Array.of(0xff, soi), ...(jfif ? [jfif] : []), ...(turn > 1 ? [exifSegment(turn)] : [])]
  return {
    bytes: concat([...head, ...kept, Uint8Array.of(0xff, eoi)]),
    ...shownSize(frame.width, frame.height, turn),
    end: at + 2,
  }
}

/** Any marker may be preceded by fill bytes (B.1.1.2). */
function skipFill(bytes: Uint8Array, at: number): number {
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
  return at
}

/** Coded data runs to the first marker that is neither a stuffed zero nor a restart (B.1.1.5). */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (
    let at = bytes.indexOf(0xff, start);
    at !== -1 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes[at + 1] ?? 0
    const coded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!coded) return at
  }
  throw new ImageError('truncated', 'The picture ends too soon.')
}

function readFrame(segment: Uint8Array): { width: number; height: number } {
  const components = segment[9] ?? 0
  if (segment.length !== 10 + 3 * components) throw new ImageError('malformed', 'The frame is broken.')
  if (segment[4] !== 8 || ![1, 3, 4].includes(components)) {
    throw new ImageError('unsupported', 'This kind of JPEG is not supported.')
  }
  const view = viewOf(segment)
  const [height, width] = [view.getUint16(5), view.getUint16(7)]
  checkSide(width, height)
  return { width, height }
}

/** JFIF may carry a thumbnail, which can show a cropped part: only version and density are kept. */
function plainJfif(segment: Uint8Array): Uint8Array {
  if (segment.length < 18) throw new ImageError('malformed', 'The JFIF header is broken.')
  const plain = withLength(segment.subarray(0, 18))
  plain.set([0, 0], 16)
  return plain
}

function exifSegment(orientation: number): Uint8Array {
  const name = bytesOf(exifName)
  return withLength(concat([Uint8Array.of(0xff, 0xe1, 0, 0), name, buildOrientation(orientation)]))
}

function withLength(segment: Uint8Array): Uint8Array {
  const copy = segment.slice()
  viewOf(copy).setUint16(2, copy.length - 2)
  return copy
}
