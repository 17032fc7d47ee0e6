import { viewOf } from '../bytes'
import { type Box, BoxError, inside } from '../mp4/boxes'

/** Where a sample is in the file, in bytes. */
export interface Sample {
  offset: number
  size: number
}

/** Of all tracks: four hours at 60 frames per second, and their sound, have 1.5 million. */
export const maxSamples = 2_000_000

/** Returns the box of a type; undefined for none. With two, players differ about which counts. */
export function onlyBox(boxes: readonly Box[], ...types: string[]): Box | undefined {
  const [first, ...more] = boxes.filter(({ type }) => types.includes(type))
  if (more.length > 0) throw new BoxError('malformed', `There are several boxes '${types.join("' or '")}'.`)
  return first
}

export function requireBox(boxes: readonly Box[], ...types: string[]): Box {
  const found = onlyBox(boxes, ...types)
  if (!found) throw new BoxError('malformed', `There is no box '${types.join("' or '")}'.`)
  return found
}

/**
 * Returns the fields of a full box, after version and flags. Throws if they have fewer than `atLeast` bytes.
 */
export function fieldsOf(bytes: Uint8Array, box: Box, atLeast: number): DataView {
  const from = box.offset + box.headerSize + 4
  const length = box.offset + box.size - from
  if (length < atLeast)
    throw new BoxError('truncated', `The box '${box.type}' at ${box.offset} is too short.`)
  return viewOf(bytes.subarray(from, from + length))
}

/** Returns the first field of a full box: the version in its highest byte, flags in the others. */
export function versionAndFlags(bytes: Uint8Array, box: Box): number {
  fieldsOf(bytes, box, 0)
  return viewOf(bytes).getUint32(box.offset + box.headerSize)
}

/**
 * Yields a track's samples in decode order, from the tables in place (ISO/IEC 14496-12, 8.7): those of an hour
 * would be megabytes of objects. Throws BoxError when the tables contradict each other.
 */
export function* tableSamples(moov: Uint8Array, stbl: Box): Generator<Sample> {
  const boxes = inside(moov, stbl)
  const sizes = fieldsOf(moov, requireBox(boxes, 'stsz'), 8)
  const sameSize = sizes.getUint32(0)
  const count = sizes.getUint32(4)
  if (count > maxSamples) throw new BoxError('too_large', 'A track has too many samples.')
  if (sameSize === 0) requireRoom(sizes, 8 + 4 * count)
  const chunkBox = requireBox(boxes, 'stco', 'co64')
  const chunks = fieldsOf(moov, chunkBox, 4)
  const chunkCount = chunks.getUint32(0)
  const isLong = chunkBox.type === 'co64'
  requireRoom(chunks, 4 + (isLong ? 8 : 4) * chunkCount)
  const runs = fieldsOf(moov, requireBox(boxes, 'stsc'), 4)
  const runCount = runs.getUint32(0)
  requireRoom(runs, 4 + 12 * runCount)

  let sample = 0
  let run = -1
  for (let chunk = 0; chunk < chunkCount && sample < count; chunk += 1) {
    if (run + 1 < runCount && runs.getUint32(4 + 12 * (run + 1)) === chunk + 1) run += 1
    if (run < 0) throw new BoxError('malformed', 'A chunk has no number of samples.')
    const inChunk = runs.getUint32(8 + 12 * run)
    let offset = isLong ? Number(chunks.getBigUint64(4 + 8 * chunk)) : chunks.getUint32(4 + 4 * chunk)
    for (let end = Math.min(count, sample + inChunk); sample < end; sample += 1) {
      const size = sameSize || sizes.getUint32(8 + 4 * sample)
      if (size > 0) yield { offset, size }
      offset += size
    }
  }
  if (sample < count) throw new BoxError('malformed', 'A sample is in no chunk.')
}

function requireRoom(view: DataView, bytes: number): void {
  if (view.byteLength < bytes) throw new BoxError('truncated', 'A table is shorter than it says.')
}
