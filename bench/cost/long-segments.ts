import { runnerImport } from 'vite'
import { keyFrameSeconds, openingSeconds, segmentSeconds } from '#contract/values/videos/media'

/** The part of a video watched in a visit: its bytes, and its length in seconds. */
const watchedBytes = 200e6
const bitsPerSecond = 4e6
const watchedSeconds = (watchedBytes * 8) / bitsPerSecond

/**
 * Returns the number of segments watched in a visit to a long video: cut as the studio does, and joined as in
 * its playlist. No demo video is that long.
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
