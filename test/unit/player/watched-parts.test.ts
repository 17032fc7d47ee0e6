import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WatchedParts } from '#web/player/core/watched-parts'

const count = 20

/** Plays stretches of a video, with a reading every quarter of a second. Returns the parts that were seen. */
function seenOf(duration: number, stretches: readonly [from: number, to: number][], rate = 1): boolean[] {
  const watched = new WatchedParts(count)
  let now = 0
  for (const [from, to] of stretches) {
    for (let second = from; second < to; second += 0.25 * rate) {
      watched.follow({ now, currentTime: second, duration, rate, paused: false })
      now += 250
    }
    watched.follow({ now, currentTime: to, duration, rate, paused: true })
    now += 60_000
  }
  return Array.from({ length: count }, (_, part) => ((watched.parts >> part) & 1) === 1)
}

describe('WatchedParts', () => {
  it('notes the parts whose middle was played, and leaves out what was jumped over', () => {
    const seen = seenOf(100, [
      [0, 22],
      [80, 100],
    ])
    const middles = Array.from({ length: count }, (_, part) => part * 5 + 2.5)
    expect(seen).toEqual(middles.map((second) => second <= 22 || second >= 80))
  })

  it('notes all of a video that is played through, however short, long or fast', () => {
    const through = fc.record({
      duration: fc.double({ min: 1, max: 7200, noNaN: true }),
      rate: fc.constantFrom(0.25, 1, 2),
    })
    fc.assert(
      fc.property(through, ({ duration, rate }) => {
        expect(seenOf(duration, [[0, duration]], rate)).not.toContain(false)
      }),
      { numRuns: 30 },
    )
  })

  it('notes nothing before the length is known, nor while a tab sleeps', () => {
    const watched = new WatchedParts(count)
    for (const [now, currentTime] of [
      [0, 0],
      [250, 0.25],
    ] as const)
      watched.follow({ now, currentTime, duration: Number.NaN, rate: 1, paused: false })
    watched.follow({ now: 60_000, currentTime: 60, duration: 100, rate: 1, paused: false })
    expect(watched.parts).toBe(0)
  })
})
