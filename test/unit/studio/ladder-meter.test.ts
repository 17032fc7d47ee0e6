import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { kindsOf, stepsOf } from '../../../web/studio/ladder/delivery'
import type { LadderProgress } from '../../../web/studio/ladder/ladder'
import { LadderMeter } from '../../../web/studio/ladder/meter'

const reports: LadderProgress[] = []

function meter(): LadderMeter {
  return new LadderMeter(stepsOf(kindsOf([360, 480])), 100, (progress) => reports.push(progress))
}

beforeEach(() => {
  reports.length = 0
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1000)
})
afterEach(() => void vi.useRealTimers())

describe('LadderMeter', () => {
  it('says the time left at the speed of this run, once it was measured', () => {
    const counted = meter()
    counted.begin(40)
    expect(reports.at(-1)).toMatchObject({ seconds: 40, timeLeft: null })
    vi.advanceTimersByTime(5000)
    counted.at(60)
    expect(reports.at(-1)).toMatchObject({ seconds: 60, duration: 100, timeLeft: 10 })
  })

  it('calls a step done only when its file was handed over, and reports that at once', () => {
    const counted = meter()
    counted.begin(0)
    vi.advanceTimersByTime(5000)
    counted.at(100)
    expect(reports.at(-1)?.steps.every(({ share }) => share === 0.99)).toBe(true)
    counted.done({ kind: 'rendition', quality: 360 })
    expect(reports.at(-1)?.steps.map(({ share }) => share)).toEqual([1, 0.99, 0.99, 0.99])
    counted.done({ kind: 'rendition', quality: 480 })
    counted.done({ kind: 'storyboard', quality: null })
    counted.done({ kind: 'preview', quality: null })
    expect(reports.at(-1)).toMatchObject({ timeLeft: 0 })
  })

  it('reports four times a second at most', () => {
    const counted = meter()
    counted.begin(0)
    for (let frame = 0; frame < 1000; frame++) {
      vi.advanceTimersByTime(10)
      counted.at(frame / 10)
    }
    expect(reports.length).toBeLessThanOrEqual(41)
    expect(reports.length).toBeGreaterThan(30)
  })
})
