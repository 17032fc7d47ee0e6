/** The published part of a video. Seconds of the source; the frame that begins at `end` is left out. */
export interface Cut {
  start: number
  end: number
}

/** Frames end where the next one begins, so a rest shorter than this at either end is no cut. Seconds. */
const noCut = 0.0005

/**
 * Limits the cut to a video's span; null when nothing would be left out. Throws RangeError when nothing would
 * be left.
 */
export function cutWithin({ start, end }: Cut, span: Cut): Cut | null {
  const inside = { start: Math.max(span.start, start), end: Math.min(span.end, end) }
  if (!(inside.end - inside.start > noCut)) throw new RangeError('A cut with nothing in it.')
  const isWhole = inside.start - span.start < noCut && span.end - inside.end < noCut
  return isWhole ? null : inside
}
