import { BoxError, topLevelBoxes } from './mp4/boxes'
import { readSegments } from './mp4/cmaf-segments'
import { readSegmentIndex } from './mp4/segment-index'
import { stripMp4 } from './mp4/strip'
import type { Patch } from './patches'
import { limitReads, type ReadAt } from './read-at'
import { stripWebm } from './webm/strip'

/**
 * Reads of one file. A film of four hours has 3,600 segments, each of a read or two; a WebM is read through
 * in windows of 8 MiB, and for its tags in windows of 256 KiB.
 */
export const maxReads = 8_000

/**
 * Returns the patches that remove from a file of either container all that players don't need. Throws
 * BoxError, EbmlError or ScatteredError if they can't be determined.
 */
export async function stripFile(read: ReadAt, size: number, type: 'mp4' | 'webm'): Promise<Patch[]> {
  const limited = limitReads(read, maxReads)
  if (type === 'webm') {
    const stripped = await stripWebm(limited, size)
    if ('reason' in stripped) throw new BoxError('malformed', stripped.reason)
    return stripped.patches
  }
  const index = await readSegmentIndex(limited, size)
  if (index) return (await readSegments(limited, index, null)).patches
  return stripMp4(limited, size, await topLevelBoxes(limited, size))
}
