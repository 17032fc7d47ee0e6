import { viewOf } from './bytes'
import { type Box, BoxError } from './mp4-boxes'
import { childrenOf, isPlayed } from './mp4-needed'
import type { Patch } from './patches'

/** From and to, in bytes of the file. */
export type Extent = [from: number, to: number]

/** Returns the parts of `[from, to)` that no extent covers. */
export function gapsIn(from: number, to: number, sorted: readonly Extent[]): Patch[] {
  const gaps: Patch[] = []
  let at = from
  for (const [start, end] of sorted) {
    if (end <= at) continue
    if (start >= to) break
    if (start > at) gaps.push({ offset: at, length: start - at })
    at = end
  }
  if (at < to) gaps.push({ offset: at, length: to - at })
  return gaps
}

/** Returns where the chunks of the played tracks lie, in the order of the file; `moov` is at `moov.offset`. */
export function chunkExtents(bytes: Uint8Array, moov: Box): Extent[] {
  const traks = childrenOf(bytes, moov).filter(({ type }) => type === 'trak')
  return traks
    .filter((trak) => isPlayed(bytes, trak))
    .flatMap((trak) => chunksOf(bytes, trak))
    .sort(([one], [other]) => one - other)
}

function chunksOf(bytes: Uint8Array, trak: Box): Extent[] {
  const view = viewOf(bytes)
  const table = (...types: string[]) => {
    let inside = childrenOf(bytes, trak)
    for (const type of ['mdia', 'minf', 'stbl']) {
      const found = inside.find((each) => each.type === type)
      inside = found ? childrenOf(bytes, found) : []
    }
    const found = inside.find(({ type }) => types.includes(type))
    if (!found) throw new BoxError('malformed', `A track has no ${types[0]}.`)
    return { type: found.type, at: found.offset + found.headerSize, end: found.offset + found.size }
  }
  const [sizes, runs, chunks] = [table('stsz'), table('stsc'), table('stco', 'co64')]
  const width = chunks.type === 'co64' ? 8 : 4
  const chunkCount = view.getUint32(chunks.at + 4)
  const runCount = view.getUint32(runs.at + 4)
  const same = view.getUint32(sizes.at + 4)
  const sampleCount = view.getUint32(sizes.at + 8)
  const isWhole =
    chunks.at + 8 + chunkCount * width <= chunks.end &&
    runs.at + 8 + runCount * 12 <= runs.end &&
    (same > 0 || sizes.at + 12 + sampleCount * 4 <= sizes.end)
  if (!isWhole) throw new BoxError('malformed', 'A table of samples ends before its entries.')

  const extents: Extent[] = []
  let sample = 0
  for (let chunk = 0, run = -1; chunk < chunkCount; chunk++) {
    while (run + 1 < runCount && view.getUint32(runs.at + 8 + (run + 1) * 12) <= chunk + 1) run++
    const perChunk = run < 0 ? 0 : view.getUint32(runs.at + 8 + run * 12 + 4)
    const place = chunks.at + 8 + chunk * width
    const from = width === 8 ? Number(view.getBigUint64(place)) : view.getUint32(place)
    const count = Math.min(perChunk, sampleCount - sample)
    let length = same * count
    if (same === 0) for (let k = 0; k < count; k++) length += view.getUint32(sizes.at + 12 + (sample + k) * 4)
    sample += count
    extents.push([from, from + length])
  }
  return extents
}
