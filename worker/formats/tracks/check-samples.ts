import type { ReadAt } from '../read-at'
import { inFileOrder } from './in-file-order'
import { readIndex, readTracks } from './mp4-tracks'

/**
 * Checks that the tracks of a progressive MP4 can be hashed in one pass over the file: the samples of each are in
 * decode order, and none is outside or shares bytes with another. Throws BoxError.
 */
export async function checkSamples(read: ReadAt, size: number): Promise<void> {
  for (const _ of inFileOrder(readTracks(await readIndex(read, size)), size));
}
