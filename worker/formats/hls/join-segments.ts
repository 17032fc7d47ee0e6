import { longestSegment } from '#contract/values/videos/media'
import type { Segment } from './bandwidth'

/**
 * How far apart segments should begin, by the millisecond from which that applies. Before the first step they
 * stay as they were cut, since a player shows nothing until it has a whole one. Later, each request costs,
 * but a player needs enough in its buffer to load the next segment (decision 055).
 */
const steps = [
  { from: 40_000, step: 10_000 },
  { from: 24_000, step: 8000 },
  { from: 8000, step: 4000 },
]
/** Cuts of one film in several renditions lie at most this far apart, in milliseconds. */
const tolerance = 100
/**
 * Bytes of the largest joined segment: a player loads it whole when it seeks, and the cache keeps it as one
 * entry.
 */
const mostBytes = 6 * 1024 * 1024

/**
 * Joins a file's segments into longer ones for its playlist. Those of all renditions end at the same seconds,
 * if the files are cut there. A segment that is already longer or heavier stays as it is.
 */
export function joinSegments(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  let begin = 0
  let end = 0
  for (const [bytes, ms] of segments) {
    const last = joined.at(-1)
    const isPart = last && end < nextMark(begin) && end + ms - begin <= longestSegment * 1000
    if (isPart && last[0] + bytes <= mostBytes) {
      last[0] += bytes
      last[1] += ms
    } else {
      joined.push([bytes, ms])
      begin = end
    }
    end += ms
  }
  return joined
}

/** Returns the time from which the segment that begins at `begin` is long enough. All in milliseconds. */
function nextMark(begin: number): number {
  const at = begin + tolerance
  const found = steps.find(({ from }) => at >= from)
  return found ? at + found.step - ((at - found.from) % found.step) - tolerance : begin
}
