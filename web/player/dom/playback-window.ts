import type { TimeRange } from '../core/time-range'

/** Pauses at the end of the window, or repeats it while `loop` is on. Calls `window` again each time. */
export function pauseAtEnd(
  video: HTMLVideoElement,
  window: () => TimeRange | null,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Checks the time. `timeupdate` comes four times a second; a timer covers the rest, so that playback
   * doesn't overrun the end.
   */
  function look(): void {
    clearTimeout(timer)
    const part = window()
    if (!part || video.paused || video.seeking) return
    const left = part.end - video.currentTime
    if (left > 0) {
      if (left < 1) timer = setTimeout(look, (left / video.playbackRate) * 1000)
      return
    }
    if (video.loop) video.currentTime = part.start
    else video.pause()
  }

  for (const name of ['timeupdate', 'playing', 'ratechange']) video.addEventListener(name, look, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
}
