import { type Box, BoxError, childBoxes, walkBoxes } from './mp4-boxes'
import { fragmentExtents } from './mp4-fragments'
import { chunkExtents, gapsIn } from './mp4-gaps'
import { freed, patchesOf } from './mp4-needed'
import { changes, inOrder, type Patch } from './patches'
import { type ReadAt, readAhead } from './read-at'
import type { SegmentIndex } from './segment-index'

/** Holds a fragment's `moof`, so that a segment costs one read. */
const window = 16 * 1024
const maxFragmentBytes = 512 * 1024
/** Of segments that are read at once. */
const atOnce = 6
/** Free space up to this size is read, since a file of zeros alone needn't be written again. */
const maxFreeRead = 1024 * 1024

/**
 * Returns what must be overwritten so that a progressive MP4 holds nothing but what players need: boxes, dates,
 * names, and media bytes that no sample of picture or sound refers to. Throws BoxError.
 */
export async function stripMp4(read: ReadAt, boxes: readonly Box[]): Promise<Patch[]> {
  const [moov, another] = boxes.filter(({ type }) => type === 'moov')
  if (!moov || another) throw new BoxError('malformed', 'The tracks are not described once.')
  const index = await whole(read, moov)
  const [inside] = childBoxes(index, 0, index.length)
  const extents = inside ? chunkExtents(index, inside) : []
  const patches = patchesOf(index, moov, moov.offset)
  for (const box of boxes) {
    if (box.type === 'ftyp' || box === moov) continue
    if (box.type !== 'mdat') patches.push(...(await freedAt(read, box)))
    else {
      const gaps = gapsIn(box.offset + box.headerSize, box.offset + box.size, extents)
      for (const gap of gaps) if (await isFilled(read, gap)) patches.push(gap)
    }
  }
  return inOrder(patches)
}

/** The same for a file of fragments. Each segment is `[styp] [sidx] (moof mdat)+`. */
export async function stripCmaf(read: ReadAt, index: SegmentIndex): Promise<Patch[]> {
  const { init, firstOffset, segments } = index
  const patches: Patch[] = []
  const near = readAhead(read, firstOffset, window)
  for await (const box of walkBoxes(near, firstOffset)) {
    if (box.type === 'moov')
      patches.push(...patchesOf(init.subarray(box.offset, box.offset + box.size), box, box.offset))
    else if (!['ftyp', 'styp', 'sidx'].includes(box.type)) patches.push(...(await freedAt(read, box)))
  }
  let offset = firstOffset
  const starts = segments.map(([bytes]) => {
    offset += bytes
    return [offset - bytes, bytes] as const
  })
  for (let at = 0; at < starts.length; at += atOnce) {
    const found = starts.slice(at, at + atOnce).map(([from, bytes]) => stripSegment(read, init, from, bytes))
    patches.push(...(await Promise.all(found)).flat())
  }
  return inOrder(patches)
}

async function stripSegment(read: ReadAt, init: Uint8Array, from: number, bytes: number): Promise<Patch[]> {
  const near = readAhead((at, length) => read(from + at, Math.min(length, bytes - at)), bytes, window)
  const patches: Patch[] = []
  let extents: ReturnType<typeof fragmentExtents> = []
  for await (const box of walkBoxes(near, bytes)) {
    if (box.type === 'moof') {
      if (box.size > maxFragmentBytes) throw new BoxError('too_large', 'The index of a segment is too long.')
      const moof = await whole(near, box)
      extents = fragmentExtents(moof, init, box.offset)
      patches.push(...patchesOf(moof, box, box.offset))
    } else if (box.type === 'mdat') {
      patches.push(...gapsIn(box.offset + box.headerSize, box.offset + box.size, extents))
    } else if (box.type !== 'styp' && box.type !== 'sidx') {
      throw new BoxError('malformed', `The segment at ${from} holds ${box.type}.`)
    }
  }
  return patches.map((patch) => ({ ...patch, offset: patch.offset + from }))
}

async function freedAt(read: ReadAt, box: Box): Promise<Patch[]> {
  const head = await read(box.offset, Math.min(16, box.size))
  const patch = freed(head, box, box.offset)
  if (box.type !== 'free' || box.size > maxFreeRead) return [patch]
  return changes(patch, await whole(read, box), box.offset) ? [patch] : []
}

async function isFilled(read: ReadAt, gap: Patch): Promise<boolean> {
  return gap.length > maxFreeRead || changes(gap, await read(gap.offset, gap.length), gap.offset)
}

async function whole(read: ReadAt, { offset, size }: Box): Promise<Uint8Array> {
  const bytes = await read(offset, size)
  if (bytes.length < size) throw new BoxError('truncated', 'The file ends before its size.')
  return bytes
}
