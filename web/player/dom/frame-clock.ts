/** Frames further apart than this were dropped, or the picture stood. */
const longestSeconds = 0.2

/**
 * Learns from the frames that the browser shows how long one stands, since the file's own rate is nowhere to be read.
 * Reports seconds, each time it knows better.
 */
export function measureFrames(
  video: HTMLVideoElement,
  onFrame: (seconds: number) => void,
  signal: AbortSignal,
): void {
  if (!('requestVideoFrameCallback' in video)) return
  let shortest = longestSeconds
  let last = 0

  function see(_now: number, { mediaTime }: VideoFrameCallbackMetadata): void {
    if (signal.aborted) return
    const apart = mediaTime - last
    last = mediaTime
    if (apart > 0.001 && apart < shortest) {
      shortest = apart
      onFrame(apart)
    }
    video.requestVideoFrameCallback(see)
  }

  video.requestVideoFrameCallback(see)
}
