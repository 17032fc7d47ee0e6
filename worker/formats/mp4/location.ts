import { latin1, viewOf } from '../bytes'
import type { ReadAt } from '../read-at'
import { type Box, BoxError, childBoxes, topLevelBoxes } from './boxes'

/** Far above an hour's index (about 2 MB), and it fits a worker's memory. */
const maxIndexBytes = 64 * 1024 * 1024
const maxMetadataBytes = 4 * 1024 * 1024
const maxDepth = 12
const maxSearched = 200_000

/**
 * Boxes and sample entries that hold only a location or a track of locations: `loci` (3GPP TS 26.244, 8.10), dash
 * cameras' `gps `, `GPS `, `gps0`, GoPro's `gpmd`, Android's `camm`. `?xyz` is another: `©xyz` in QuickTime and
 * Android, `@xyz` in a few cameras. List: ExifTool.
 */
const locationTypes: ReadonlySet<string> = new Set(['loci', 'gps ', 'GPS ', 'gps0', 'gpmd', 'camm'])
const containers: ReadonlySet<string> = new Set([
  'moov',
  'udta',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'stsd',
  'meta',
  'ilst',
])
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac'
const garminUuid = '9b630f8d637440ec8204bc5ff5091728'

/**
 * Keys such as `com.apple.quicktime.location.ISO6709`, ffmpeg's `location`, Matroska's `RECORDING_LOCATION`.
 */
export function isLocationKey(name: string): boolean {
  return /(?:^|[^a-z])(?:location|gps)|latitude|longitude/i.test(name)
}

/**
 * Returns the path of the first metadata that reveals the recording location, such as `moov/udta/©xyz`, or
 * null. Walks the boxes, so that media bytes that happen to spell a name don't count. Throws BoxError when
 * the walk fails.
 */
export async function findLocationMetadata(
  read: ReadAt,
  size: number,
  boxes?: readonly Box[],
): Promise<string | null> {
  for (const box of boxes ?? (await topLevelBoxes(read, size))) {
    if (isLocationType(box.type)) return printable(box.type)
    if (!containers.has(box.type) && box.type !== 'uuid' && box.type !== 'XMP_') continue
    if (box.type === 'uuid' && box.uuid !== xmpUuid && box.uuid !== garminUuid) continue
    const cap = box.type === 'moov' ? maxIndexBytes : maxMetadataBytes
    if (box.size > cap) throw new BoxError('too_large', `The box '${printable(box.type)}' is too large.`)
    const bytes = await read(box.offset, box.size)
    if (bytes.length < box.size) throw new BoxError('truncated', 'The file ends before its size.')
    const found = searchBox({ bytes, searched: 0 }, { ...box, offset: 0 }, '', 0)
    if (found) return found
  }
  return null
}

interface Search {
  bytes: Uint8Array
  searched: number
}

function searchBox(search: Search, box: Box, parent: string, depth: number): string | null {
  const { bytes } = search
  if (++search.searched > maxSearched) throw new BoxError('too_large', 'The file has too many boxes.')
  const path = parent + printable(box.type)
  const start = box.offset + box.headerSize
  const end = box.offset + box.size
  if (isLocationType(box.type) || box.uuid === garminUuid) return path
  if (box.type === 'XMP_' || box.uuid === xmpUuid) return hasXmpLocation(bytes, start, end) ? path : null
  // A track of timed metadata names its keys in its sample entry (QuickTime, 'Timed Metadata Media').
  if (box.type === 'mebx') return isLocationKey(text(bytes, start, end)) ? path : null
  if (box.type === 'keys' || box.type === '----') {
    const key = namesIn(bytes, box).find(isLocationKey)
    return key === undefined ? null : `${path}/${key}`
  }
  if (!containers.has(box.type)) return null
  if (depth === maxDepth) throw new BoxError('malformed', `Boxes are nested too deep at ${path}.`)
  for (const child of childBoxes(bytes, start + fieldsBefore(bytes, box), end)) {
    const found = searchBox(search, child, `${path}/`, depth + 1)
    if (found) return found
  }
  return null
}

/** Bytes of fields between a container's header and its first child. */
function fieldsBefore(bytes: Uint8Array, box: Box): number {
  if (box.type === 'stsd') return 8
  if (box.type !== 'meta') return 0
  // ISO gives `meta` a version and flags, QuickTime doesn't; `hdlr` comes first in both.
  const start = box.offset + box.headerSize
  return latin1(bytes, start + 4, start + 8) === 'hdlr' ? 0 : 4
}

/**
 * Names in a QuickTime `keys` box (version, count, then size, namespace, name each) or in a free-form `----`
 * item.
 */
function namesIn(bytes: Uint8Array, box: Box): string[] {
  const start = box.offset + box.headerSize
  const end = box.offset + box.size
  if (box.type === '----') {
    return childBoxes(bytes, start, end)
      .filter((child) => child.type === 'name')
      .map((child) => text(bytes, child.offset + child.headerSize + 4, child.offset + child.size))
  }
  const names: string[] = []
  const view = viewOf(bytes)
  for (let at = start + 8; at + 8 <= end; ) {
    const length = view.getUint32(at)
    if (length < 8 || length > end - at) throw new BoxError('malformed', `A metadata key at ${at} is broken.`)
    names.push(text(bytes, at + 8, at + length))
    at += length
  }
  return names
}

function isLocationType(type: string): boolean {
  return locationTypes.has(type) || type.endsWith('xyz')
}

function hasXmpLocation(bytes: Uint8Array, start: number, end: number): boolean {
  // XMP may be UTF-16 or UTF-32, either way around: without zeros, its names are ASCII.
  const packed = bytes.subarray(start, end).filter((byte) => byte !== 0)
  return /GPSL(?:at|ong)itude|exif:GPS/.test(text(packed, 0, packed.length))
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, end))
}

function printable(type: string): string {
  return type.replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
}
