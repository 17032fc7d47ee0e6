import { describe, expect, it } from 'vitest'
import { SupplyMeter } from '#web/player/core/supply-meter'

const TICK_MS = 250

interface Line {
  /** Seconds of video that arrive per second, or a function of the milliseconds since the start. */
  rate: number | ((ms: number) => number)
  /** Whether playback begins once the first picture can be shown. */
  plays?: boolean
  loading?: boolean
  duration?: number
  /** The time from which the player watches; the file has been loading since 0. */
  from?: number
}

/**
 * Returns when the meter first warns, in milliseconds since the file was requested, and the playhead then.
 */
function warning({ rate, plays = true, loading = true, duration = 60, from = 0 }: Line) {
  const meter = new SupplyMeter(0, 0)
  let end = 0
  let currentTime = 0
  for (let now = 0; now < 60_000; now += TICK_MS) {
    if (now > 300) end = Math.min(duration, end + (typeof rate === 'number' ? rate : rate(now)) / 4)
    if (plays && end - currentTime > 0.8) currentTime += TICK_MS / 1000
    if (now < from) continue
    const buffered = end > 0 ? [{ start: 0, end }] : []
    if (meter.tick({ now, currentTime, duration, buffered, loading })) return { now, currentTime }
  }
  return null
}

describe('SupplyMeter', () => {
  it('warns of a hopeless line within a second and a half, before anything has played', () => {
    // A 3.2 Mbit/s file on 1.2 Mbit/s.
    expect(warning({ rate: 0.37 })).toMatchObject({ currentTime: 0 })
    expect(warning({ rate: 0.37 })?.now).toBeLessThanOrEqual(1500)
  })

  it('warns soon after its first look when the file has been loading for long', () => {
    expect(warning({ rate: 0.37, from: 2500 })?.now).toBe(3000)
  })

  it('does not take a busy page for a slow line', () => {
    // Little data, or none noticed, while the page started; then enough.
    expect(warning({ rate: (ms) => (ms < 2400 ? 0.1 : 3), from: 2500 })).toBeNull()
  })

  it('looks longer at a line that is only just too slow, and lets a sufficient one alone', () => {
    expect(warning({ rate: 1.1 })?.now).toBeGreaterThanOrEqual(2500)
    expect(warning({ rate: 1.3 })).toBeNull()
    expect(warning({ rate: 8 })).toBeNull()
  })

  it('warns before playback stalls when a line becomes slow', () => {
    const slowed = warning({ rate: (ms) => (ms < 5000 ? 3 : 0.3) })
    expect(slowed?.now).toBeGreaterThan(5000)
    // The data at 5 s would have lasted until about 14 s.
    expect(slowed?.now).toBeLessThan(14_000)
  })

  it('concludes nothing while the browser holds back, nor near the end', () => {
    expect(warning({ rate: 0, loading: false })).toBeNull()
    expect(warning({ rate: (ms) => (ms < 2000 ? 40 : 0), duration: 30 })).toBeNull()
  })

  it('measures a seek from the first data that come from there', () => {
    const meter = new SupplyMeter(0, 0)
    meter.restart()
    const input = { currentTime: 40, duration: 60, loading: true }
    const at = (now: number, end: number | null) =>
      meter.tick({ ...input, now, buffered: end === null ? [] : [{ start: 40, end }] })
    for (let now = 10_000; now < 13_000; now += TICK_MS) expect(at(now, null)).toBe(false)
    expect(at(13_000, 40.2)).toBe(false)
    expect(at(13_250, 40.8)).toBe(false)
    expect(at(13_500, 41.6)).toBe(false)
    expect(at(14_000, 43)).toBe(false)
  })
})
