import { hex } from '#contract/values/shared/hex'
import { latin1, viewOf } from '../bytes'
import { type ReadAt, readAhead } from '../read-at'

/**
 * A box of ISO/IEC 14496-12, 4.2. `type` is one character a byte; `headerSize` includes a uuid box's 16
 * bytes.
 */
export interface Box {
  type: string
  offset: number
  size: number
  headerSize: number
  /** Lower-case hex, for boxes of type `uuid` alone. */
  uuid: string | null
}

export type BoxErrorReason = 'malformed' | 'truncated' | 'too_large' | 'disordered'

/** The file's boxes can't be followed to the end, so nothing is certain about its contents. */
export class BoxError extends Error {
  override readonly name = 'BoxError'
  readonly reason: BoxErrorReason

  constructor(reason: BoxErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const longestHeader = 32
/** An hour in fragments of one second is 7,200 boxes; each fragment costs one read. */
const maxBoxes = 20_000
/** Holds a fragment's `moof`, so that the header of the `mdat` after it needs no read of its own. */
export const readWindow = 16 * 1024

/** Yields the top-level boxes in order, by ranged reads; a box with size 0 reaches to the end. */
export async function* walkBoxes(read: ReadAt, size: number): AsyncGenerator<Box> {
  const readNear = readAhead(read, size, readWindow)
  for (let offset = 0, count = 0; offset < size; count++) {
    if (count === maxBoxes) throw new BoxError('too_large', 'The file has too many boxes.')
    const length = Math.min(longestHeader, size - offset)
    const header = await readNear(offset, length)
    if (header.length < length) throw new BoxError('truncated', 'The file ends before its size.')
    const box = readBoxHeader(header, 0, offset, size)
    yield box
    offset += box.size
  }
}

export async function topLevelBoxes(read: ReadAt, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for await (const box of walkBoxes(read, size)) boxes.push(box)
  return boxes
}

/** Returns whether the index precedes the media, so that playback starts without reading the file's end. */
export function isFastStart(boxes: readonly Box[]): boolean {
  const index = boxes.findIndex((box) => box.type === 'moov')
  const media = boxes.findIndex((box) => box.type === 'mdat')
  return index !== -1 && (media === -1 || index < media)
}

/** Returns the size of `ftyp` and `moov`, which a player loads before the first frame. */
export function indexBytes(boxes: readonly Box[]): number {
  return boxes
    .filter((box) => box.type === 'ftyp' || box.type === 'moov')
    .reduce((sum, box) => sum + box.size, 0)
}

/**
 * Returns the boxes inside bytes in memory, from `start` to `end`. A size of 0 reaches to the end here too;
 * QuickTime's user data ends with four zero bytes, which are no box.
 */
export function childBoxes(bytes: Uint8Array, start: number, end: number): Box[] {
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end) {
    if (boxes.length === maxBoxes) throw new BoxError('too_large', 'The file has too many boxes.')
    const box = readBoxHeader(bytes.subarray(0, end), at, at, end)
    boxes.push(box)
    at += box.size
  }
  if (at < end && bytes.subarray(at, end).some((byte) => byte !== 0)) {
    throw new BoxError('malformed', `Bytes without a box at ${at}.`)
  }
  return boxes
}

/** Returns the boxes inside a box, which begin after `fields` bytes of its own. */
export function inside(bytes: Uint8Array, box: Box, fields = 0): Box[] {
  return childBoxes(bytes, box.offset + box.headerSize + fields, box.offset + box.size)
}

/**
 * Reads the header at `at` in `bytes`, which is at `offset` in the file. `end` is where the parent ends in
 * the file.
 */
function readBoxHeader(bytes: Uint8Array, at: number, offset: number, end: number): Box {
  const view = viewOf(bytes)
  const available = bytes.length - at
  if (available < 8) throw new BoxError('truncated', `No room for a box at ${offset}.`)
  const type = latin1(bytes, at + 4, at + 8)
  let size = view.getUint32(at)
  let headerSize = 8
  if (size === 1) {
    if (available < 16) throw new BoxError('truncated', `No room for the box '${type}' at ${offset}.`)
    // A double is exact up to 2^53; anything near is past the end of the file, refused below.
    size = Number(view.getBigUint64(at + 8))
    headerSize = 16
  } else if (size === 0) {
    size = end - offset
  }
  let uuid: string | null = null
  if (type === 'uuid') {
    if (available < headerSize + 16) throw new BoxError('truncated', `No room for the uuid at ${offset}.`)
    uuid = hex(bytes.subarray(at + headerSize, at + headerSize + 16))
    headerSize += 16
  }
  if (size < headerSize) throw new BoxError('malformed', `The box '${type}' at ${offset} is too small.`)
  if (size > end - offset)
    throw new BoxError('truncated', `The box '${type}' at ${offset} ends past its parent.`)
  return { type, offset, size, headerSize, uuid }
}
