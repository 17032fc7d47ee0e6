/** Bytes and milliseconds of one segment. */
export type Segment = [bytes: number, milliseconds: number]

/**
 * Returns average and peak bits per second. The peak is the busiest run of segments between 0.5 and 1.5 times
 * the target duration (RFC 8216, 4.1), so that a last segment of one frame makes no peak.
 */
export function bandwidthOf(segments: readonly Segment[]): { peak: number; average: number } {
  const target = Math.ceil(Math.max(...segments.map(([, ms]) => ms)) / 1000) * 1000
  let peak = 0
  for (let first = 0; first < segments.length; first += 1) {
    let bytes = 0
    let ms = 0
    for (const [more, longer] of segments.slice(first, first + longestStretch)) {
      bytes += more
      ms += longer
      if (ms > target * 1.5) break
      if (ms >= target / 2) peak = Math.max(peak, bitrate(bytes, ms))
    }
  }
  const total = segments.reduce(([bytes, ms], [more, longer]): Segment => [bytes + more, ms + longer], [0, 0])
  const average = bitrate(...total)
  return { peak: Math.max(peak, average), average }
}

/** Segments in a stretch: far more only where each takes a few milliseconds. */
const longestStretch = 64

function bitrate(bytes: number, ms: number): number {
  return Math.ceil((bytes * 8000) / ms)
}
