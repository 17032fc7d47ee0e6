import { afterEach, expect, it, vi } from 'vitest'
import { startWatchdog } from '#web/player/dom/watchdog'

afterEach(() => vi.useRealTimers())

it('a line is measured afresh after a jump', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const video = document.createElement('video')
  vi.spyOn(video, 'networkState', 'get').mockReturnValue(HTMLMediaElement.NETWORK_LOADING)
  const supply = { loadStarted: performance.now(), atSecond: 0 }
  const buffered = [{ start: 0, end: 0 }]
  const reading = { currentTime: 0, duration: 600, paused: false, ended: false, seeking: false }
  const read = () => ({ ...reading, readyState: 4, volume: 1, muted: false, rate: 1, buffered })
  const onTooSlow = vi.fn()
  const nothing = () => {}
  const over = new AbortController()
  const watchdog = startWatchdog(
    video,
    {
      read,
      engine: { errorCode: null, mendable: false, silent: false, hasProgressed: () => true },
      hasLowerQuality: () => true,
      supply: () => supply,
      onTooSlow,
      onAction: nothing,
      onRecovering: nothing,
      onWatched: nothing,
    },
    over.signal,
  )
  /** Plays for two seconds while `rate` seconds of video arrive in each. */
  function play(rate: number): void {
    for (let tick = 0; tick < 8; tick += 1) {
      reading.currentTime += 0.25
      for (const range of buffered.slice(-1)) range.end += 0.25 * rate
      vi.advanceTimersByTime(250)
    }
  }

  play(2)
  expect(onTooSlow).not.toHaveBeenCalled()
  // Otherwise, readings before the jump would make the connection look fast for another five seconds.
  reading.currentTime = 300
  buffered.push({ start: 299, end: 301 })
  watchdog.movedTo(300)
  play(0.5)
  expect(onTooSlow).toHaveBeenCalled()
  over.abort()
})
