import { MiB } from '#contract/values/shared/limits'
import type { FinishedFacts } from '#db/queries/uploads/upload'
import { type Box, BoxError, indexBytes, isFastStart, walkBoxes } from '#worker/formats/mp4/boxes'
import { findLocationMetadata } from '#worker/formats/mp4/location'
import { stripMp4 } from '#worker/formats/mp4/strip'
import { type Patch, patchedReader } from '#worker/formats/patches'
import { type Probe, probeVideo } from '#worker/formats/probe/probe'
import type { ReadAt } from '#worker/formats/read-at'
import { locationInside, prepare, requirePlayable, unplayable } from './refusals'

/**
 * Read whole, more than once: four hours at 60 frames per second need half of it, and a worker has 128 MB.
 */
const maxIndexBytes = 32 * MiB

/** Inspects a progressive MP4 that browsers play. Throws AppError, BoxError or ProbeError. */
export async function inspectMp4(
  read: ReadAt,
  size: number,
): Promise<{ facts: FinishedFacts & { duration: number }; probe: Probe; patches: Patch[] }> {
  const patches = await strip(read, size, await checkBoxes(read, size))
  const probe = await probeVideo(patchedReader(read, patches), size)
  return { facts: requirePlayable(probe, 'mp4', size), probe, patches }
}

/** Returns the patches. Throws with a message when the tracks can't be hashed in one pass over the file. */
async function strip(read: ReadAt, size: number, boxes: Box[]): Promise<Patch[]> {
  try {
    return await stripMp4(read, size, boxes)
  } catch (error) {
    if (!(error instanceof BoxError && error.reason === 'disordered')) throw error
    throw unplayable(`This MP4 doesn't store its video or audio in playback order. ${prepare}`)
  }
}

/** Requires one file with its index in front, which starts to play after one read. */
async function checkBoxes(read: ReadAt, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for await (const box of walkBoxes(read, size)) {
    // An hour of fragments is thousands of boxes, so the walk ends at the first.
    if (box.type === 'moof') throw unplayable(`This MP4 is cut into fragments. ${prepare}`)
    boxes.push(box)
  }
  if (!boxes.some((box) => box.type === 'moov')) {
    throw new BoxError('truncated', 'There is no index.')
  }
  if (!isFastStart(boxes)) {
    throw unplayable(`This MP4's index is at the end, so it can't start playing right away. ${prepare}`)
  }
  if (indexBytes(boxes) > maxIndexBytes) throw new BoxError('too_large', 'The index is too large.')
  if (await findLocationMetadata(read, size, boxes)) throw locationInside()
  return boxes
}
