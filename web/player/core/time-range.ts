/** A stretch of buffered media, in seconds. Lists are sorted and don't overlap, as `TimeRanges` are. */
export interface TimeRange {
  start: number
  end: number
}

/** A hole in the data this short is damage in the file; a longer one is just not loaded yet. */
const largestGapSeconds = 0.5

/** Less than this in front of the playhead is what a decoder holds back, not data to play. */
const smallestLeadSeconds = 0.25

/** Where playback can go on from `time`: there itself, past a small gap, or nowhere (`null`). */
export function playableFrom(ranges: readonly TimeRange[], time: number): number | null {
  for (const range of ranges) {
    if (range.end - time < smallestLeadSeconds) continue
    if (range.start <= time) return time
    return range.start - time <= largestGapSeconds ? range.start : null
  }
  return null
}

/** A seek lands on a frame, which may begin a little before the second that was asked for. */
const seekToleranceSeconds = 0.25

export function isInside(range: TimeRange, second: number): boolean {
  return second >= range.start - seekToleranceSeconds && second <= range.end + seekToleranceSeconds
}
