import { changes, type Patch, PatchList } from '../patches'
import type { ReadAt } from '../read-at'
import { inFileOrder } from '../tracks/in-file-order'
import { readTracks } from '../tracks/mp4-tracks'
import { type Box, BoxError } from './boxes'
import { gapsIn } from './gaps'
import { freed, patchesOf } from './needed'

/** Free space up to this size is read: if it is all zeros, it needn't be written again. */
const maxFreeRead = 1024 * 1024

/**
 * Returns the patches that remove from a progressive MP4 all that players don't need: boxes, dates, names,
 * and media bytes that no sample of picture or sound refers to. Throws ScatteredError or BoxError, which is
 * `disordered` for tracks that can't be hashed in one pass over the file.
 */
export async function stripMp4(read: ReadAt, size: number, boxes: readonly Box[]): Promise<Patch[]> {
  const [moov, another] = boxes.filter(({ type }) => type === 'moov')
  // No table of samples says where fragments are.
  if (boxes.some(({ type }) => type === 'moof')) throw new BoxError('malformed', 'The file is in fragments.')
  if (!moov || another) throw new BoxError('malformed', 'The tracks are not described once.')
  const index = await whole(read, moov)
  const patches = new PatchList()
  patches.addAll(patchesOf(index, moov, moov.offset))
  const media = boxes.filter(({ type }) => type === 'mdat')
  patches.addAll(gapsIn(media, inFileOrder(readTracks(index), size)))
  const brands = boxes.find(({ type }) => type === 'ftyp')
  for (const box of boxes) {
    if (box !== brands && box !== moov && box.type !== 'mdat') patches.addAll(await freedAt(read, box))
  }
  return patches.inOrder()
}

/** Returns the patch that frees a box of a file; none if it is free already. */
export async function freedAt(read: ReadAt, box: Box): Promise<Patch[]> {
  const patch = freed(box)
  if (box.type !== 'free' || box.size > maxFreeRead) return [patch]
  if (box.size === box.headerSize) return []
  return changes(patch, await whole(read, box), box.offset) ? [patch] : []
}

async function whole(read: ReadAt, { offset, size }: Box): Promise<Uint8Array> {
  const bytes = await read(offset, size)
  if (bytes.length < size) throw new BoxError('truncated', 'The file ends before its size.')
  return bytes
}
