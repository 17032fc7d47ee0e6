import { viewOf } from './bytes'
import { type Box, BoxError, childBoxes } from './mp4-boxes'
import type { Extent } from './mp4-gaps'
import { childrenOf, isPlayed } from './mp4-needed'

/**
 * Returns where the samples of a `moof` lie, in the order of the file; the `moof` is at `base` (ISO/IEC
 * 14496-12, 8.8.7 and 8.8.8). Throws BoxError unless offsets count from the `moof`, as CMAF requires.
 */
export function fragmentExtents(moof: Uint8Array, init: Uint8Array, base: number): Extent[] {
  const view = viewOf(moof)
  const defaults = trackDefaults(init)
  const [top] = childBoxes(moof, 0, moof.length)
  const trafs = top ? childrenOf(moof, top).filter(({ type }) => type === 'traf') : []
  const extents: Extent[] = []
  for (const traf of trafs) {
    const inside = childrenOf(moof, traf)
    const tfhd = inside.find(({ type }) => type === 'tfhd')
    if (!tfhd) throw new BoxError('malformed', 'A fragment has no header.')
    const fields = fieldsOf(view, tfhd)
    const flags = fields.next() & 0xffffff
    const trackId = fields.next()
    if (flags & 1 || !(flags & 0x20000))
      throw new BoxError('malformed', "A fragment's offsets don't count from itself.")
    if (flags & 2) fields.next()
    if (flags & 8) fields.next()
    const size = flags & 0x10 ? fields.next() : (defaults.get(trackId) ?? 0)
    let at = base
    for (const trun of inside.filter(({ type }) => type === 'trun')) {
      const run = runOf(view, trun, size)
      if (run.offset !== null) at = base + run.offset
      // A track that isn't played is freed from the index, so its samples lie in a gap.
      if (defaults.has(trackId)) extents.push([at, at + run.bytes])
      at += run.bytes
    }
  }
  return extents.sort(([one], [other]) => one - other)
}

function runOf(view: DataView, trun: Box, defaultSize: number): { offset: number | null; bytes: number } {
  const fields = fieldsOf(view, trun)
  const flags = fields.next() & 0xffffff
  const count = fields.next()
  const offset = flags & 1 ? fields.next() | 0 : null
  if (flags & 4) fields.next()
  if (!(flags & 0x200)) return { offset, bytes: defaultSize * count }
  let bytes = 0
  for (let sample = 0; sample < count; sample++) {
    if (flags & 0x100) fields.next()
    bytes += fields.next()
    if (flags & 0x400) fields.next()
    if (flags & 0x800) fields.next()
  }
  return { offset, bytes }
}

/** Default sample sizes of the played tracks, from `trex`. */
function trackDefaults(init: Uint8Array): Map<number, number> {
  const view = viewOf(init)
  const moov = childBoxes(init, 0, init.length).find(({ type }) => type === 'moov')
  const inside = moov ? childrenOf(init, moov) : []
  const sizes = new Map<number, number>()
  for (const mvex of inside.filter(({ type }) => type === 'mvex')) {
    for (const trex of childrenOf(init, mvex).filter(({ type }) => type === 'trex')) {
      const fields = fieldsOf(view, trex)
      fields.next()
      const trackId = fields.next()
      for (const _ of ['description', 'duration']) fields.next()
      sizes.set(trackId, fields.next())
    }
  }
  for (const trak of inside.filter(({ type }) => type === 'trak')) {
    if (isPlayed(init, trak)) continue
    throw new BoxError('malformed', 'A track is neither picture nor sound.')
  }
  return sizes
}

/** Reads a box's fields of 32 bits in turn. */
function fieldsOf(view: DataView, box: Box): { next(): number } {
  let at = box.offset + box.headerSize
  const end = box.offset + box.size
  return {
    next: () => {
      if (at + 4 > end) throw new BoxError('malformed', `The box '${box.type}' is too small.`)
      at += 4
      return view.getUint32(at - 4)
    },
  }
}
