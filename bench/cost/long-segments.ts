import { runnerImport } from 'vite'
import { keyFrameSeconds, openingSeconds, segmentSeconds } from '#contract/values/videos/media'

/** What is watched of a video in a visit, and what that is in seconds. */
const watchedBytes = 200e6
const bitsPerSecond = 4e6
const watchedSeconds = (watchedBytes * 8) / bitsPerSecond

/**
 * Returns the segments that a visit watches of a long video: cut as the studio does it, and joined as its playlist says.
 * Of the demo's videos none is that long.
 */
export async function longSegments(): Promise<number> {
  const { module } = await runnerImport<typeof import('#worker/formats/hls/join-segments')>(
    './worker/formats/hls/join-segments.ts',
  )
  const cut: [bytes: number, milliseconds: number][] = []
  for (let second = 0; second < watchedSeconds; ) {
    const length = second < openingSeconds ? keyFrameSeconds : segmentSeconds
    cut.push([(length * bitsPerSecond) / 8, length * 1000])
    second += length
  }
  return module.joinSegments(cut).length
}
