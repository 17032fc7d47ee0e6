import { describe, expect, it } from 'vitest'
import { WatchMeter } from '#web/player/core/watch-meter'

interface Tick {
  now: number
  time: number
  ended?: boolean
}

/** Returns the milliseconds of the ticks at which the meter reported "watched". */
function watchedAt(ticks: Tick[]): number[] {
  const meter = new WatchMeter()
  return ticks.filter(({ now, time, ended }) => meter.tick(now, time, ended ?? false)).map(({ now }) => now)
}

function playing(fromMs: number, toMs: number, second = 0, rate = 1): Tick[] {
  const length = (toMs - fromMs) / 250 + 1
  return Array.from({ length }, (_, i) => ({ now: fromMs + i * 250, time: second + i * 0.25 * rate }))
}

describe('WatchMeter', () => {
  it('counts once, after five played seconds', () => {
    expect(watchedAt(playing(0, 20_000))).toEqual([5000])
  })

  it('measures the viewer’s time, not the video’s', () => {
    expect(watchedAt(playing(0, 20_000, 0, 2))).toEqual([5000])
  })

  it('adds up across a pause, and leaves the pause out', () => {
    const pause = [
      { now: 3250, time: 3 },
      { now: 8000, time: 3 },
    ]
    expect(watchedAt([...playing(0, 3000), ...pause, ...playing(8250, 20_000, 3.25)])).toEqual([10_000])
  })

  it('does not take a seek or a sleep for playback', () => {
    const jumps = [0, 10, 20, 30, 40, 50].map((time, i) => ({ now: i * 2000, time }))
    expect(watchedAt(jumps)).toEqual([])
  })

  it('counts a short video at its end', () => {
    expect(watchedAt([...playing(0, 2000), { now: 2250, time: 2, ended: true }])).toEqual([2250])
  })
})
