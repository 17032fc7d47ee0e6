import type { TimeRange } from '../core/time-range'

/** Pauses at the window's end, or begins it again while `loop` is on. `window` is asked anew each time. */
export function pauseAtEnd(
  video: HTMLVideoElement,
  window: () => TimeRange | null,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** `timeupdate` comes four times a second; what is left is timed, so that the end is not overrun. */
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
