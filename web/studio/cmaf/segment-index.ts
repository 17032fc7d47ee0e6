import { box, fullBox, u16, u32, u64 } from './boxes'

export interface IndexedSegment {
  bytes: number
  /** Ticks of the picture's timescale. */
  duration: number
}

export interface SegmentIndex {
  trackId: number
  timescale: number
  /** Ticks at which the first frame is shown. */
  start: number
  segments: readonly IndexedSegment[]
}

const sidxHead = 40
const perSegment = 12
/** A segment begins with a key frame, type 1 of ISO 14496-12. */
const startsWithKey = 0x90000000

/** Returns the bytes to reserve for the index of this many segments and the free box behind it. */
export function roomForIndex(segments: number): number {
  return sidxHead + perSegment * segments + 8
}

/**
 * Writes the index and a free box, together exactly `room` bytes: one `sidx` for the whole file, whose first
 * offset spans the free box. Throws RangeError when the segments don't fit.
 */
export function renderIndex({ trackId, timescale, start, segments }: SegmentIndex, room: number) {
  const gap = room - (sidxHead + perSegment * segments.length)
  if (gap < 8) throw new RangeError(`${segments.length} segments don't fit into an index of ${room} bytes.`)
  const rows = segments.flatMap(({ bytes, duration }) => [
    ...u32(bytes),
    ...u32(duration),
    ...u32(startsWithKey),
  ])
  const sidx = fullBox(
    'sidx',
    1,
    0,
    u32(trackId),
    u32(timescale),
    u64(start),
    u64(gap),
    u16(0),
    u16(segments.length),
    rows,
  )
  const bytes = new Uint8Array(room)
  bytes.set(sidx)
  bytes.set(box('free', new Uint8Array(gap - 8)), sidx.length)
  return bytes
}
