/** A stretch of buffered media, in seconds. Lists are sorted and don't overlap, as `TimeRanges` are. */
export interface TimeRange {
  start: number
  end: number
}

/** A hole in the data this short is damage in the file; a longer one just isn't loaded yet. */
const largestGapSeconds = 0.5

/** Less than this ahead of the playhead is held back by the decoder, and can't be played. */
const smallestLeadSeconds = 0.25

/** Returns where playback can go on from `time`: there, after a small gap, or nowhere (`null`). */
export function playableFrom(ranges: readonly TimeRange[], time: number): number | null {
  for (const range of ranges) {
    if (range.end - time < smallestLeadSeconds) continue
    if (range.start <= time) return time
    return range.start - time <= largestGapSeconds ? range.start : null
  }
  return null
}

/** A seek lands on a frame, which may begin a little before the requested second. */
const seekToleranceSeconds = 0.25

export function isInside(range: TimeRange, second: number): boolean {
  return second >= range.start - seekToleranceSeconds && second <= range.end + seekToleranceSeconds
}
