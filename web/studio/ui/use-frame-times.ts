import { useEffect, useState } from 'react'
import { frameTimes } from '../studio'

/** Frames closer than this begin at the same instant, but for rounding. Seconds. */
const same = 0.0005

/**
 * Returns where frames begin around a second, read from the video; empty while `second` is null and until it
 * is read.
 */
export function useFrameTimes(video: Blob | string, second: number | null): number[] {
  const [times, setTimes] = useState<number[]>([])
  // A second on both sides is read at once: enough for the steps until the next reading.
  const around = second === null ? null : Math.round(second)
  useEffect(() => {
    if (around === null) return
    const controller = new AbortController()
    // Without them a step is as long as an average frame.
    frameTimes(video, around, controller.signal).then(setTimes, () => undefined)
    return () => controller.abort()
  }, [video, around])
  return times
}

/** Returns the start of the frame before or after a second; null when it isn't among these. */
export function nextFrame(times: readonly number[], second: number, direction: 1 | -1): number | null {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || second < first || second > last) return null
  const next =
    direction === 1
      ? times.find((time) => time > second + same)
      : times.findLast((time) => time < second - same)
  return next ?? null
}
