/** A longer gap means dropped frames or a still picture. */
const longestSeconds = 0.2

/**
 * Measures how long a frame lasts from the frames that the browser shows, since no API tells the file's frame
 * rate. Reports seconds whenever it knows better.
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
