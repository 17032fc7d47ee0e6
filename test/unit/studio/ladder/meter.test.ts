import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LadderProgress } from '#web/studio/ladder/ladder'
import { LadderMeter } from '#web/studio/ladder/meter'
import { minutesToAskFor } from '#web/studio/ladder/speed'

const reports: LadderProgress[] = []
const passes = [
  { qualities: [360, 480], cost: 0.5 },
  { qualities: [720, 1080], cost: 1.5 },
]

function meter(duration = 100): LadderMeter {
  const made = new LadderMeter(duration, (progress) => reports.push(progress))
  made.plan(passes)
  return made
}

beforeEach(() => {
  reports.length = 0
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1000)
})
afterEach(() => void vi.useRealTimers())

describe('LadderMeter', () => {
  it('expects at first what was measured, for all passes', () => {
    meter().begin(0, 40)
    expect(reports.at(-1)).toEqual({ task: 'encoding', qualities: [360, 480], share: 0.1, timeLeft: 180 })
  })

  it('names the qualities of the pass under way', () => {
    const counted = meter()
    counted.begin(0, 0)
    counted.begin(1, 0)
    expect(reports.at(-1)).toMatchObject({ qualities: [720, 1080], share: 0.25 })
  })

  it('is right within a factor of 1.5 from the tenth second on, on a device that the measurement misjudged', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.4, max: 3, noNaN: true }),
        fc.double({ min: 100, max: 7200, noNaN: true }),
        (misjudged, duration) => {
          reports.length = 0
          const counted = meter(duration)
          const total = passes.reduce((sum, { cost }) => sum + cost * misjudged * duration, 0)
          let elapsed = 0
          for (const [index, { cost }] of passes.entries()) {
            counted.begin(index, 0)
            const took = (cost * misjudged * duration) / 200
            for (let step = 1; step <= 200; step++) {
              vi.advanceTimersByTime(1000 * took)
              elapsed += took
              counted.at((step * duration) / 200)
              const { timeLeft } = reports.at(-1) ?? {}
              if (elapsed < 10 || timeLeft == null || total - elapsed < 5) continue
              expect(Math.max(timeLeft / (total - elapsed), (total - elapsed) / timeLeft)).toBeLessThan(1.5)
            }
          }
        },
      ),
    )
  })

  it('stays right when a resumed pass starts over', () => {
    const counted = meter()
    counted.begin(0, 80)
    counted.begin(0, 0)
    expect(reports.at(-1)).toEqual({ task: 'encoding', qualities: [360, 480], share: 0, timeLeft: 200 })
  })

  it('reports four times a second at most', () => {
    const counted = meter()
    counted.begin(0, 0)
    for (let frame = 0; frame < 1000; frame++) {
      vi.advanceTimersByTime(10)
      counted.at(frame / 10)
    }
    expect(reports.length).toBeLessThanOrEqual(41)
    expect(reports.length).toBeGreaterThan(30)
  })
})

describe('minutesToAskFor', () => {
  it('asks about a long video that takes long, with the time for all passes', () => {
    expect(minutesToAskFor(1200, [0.5, 0.5])).toBe(20)
    expect(minutesToAskFor(1200, [0.05, 0.05])).toBeNull()
    expect(minutesToAskFor(600, [2, 2])).toBeNull()
  })
})
