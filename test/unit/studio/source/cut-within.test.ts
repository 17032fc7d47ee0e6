import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutWithin } from '#web/studio/source/cut'

const span = { start: 0, end: 60 }

describe('cutWithin', () => {
  it('keeps a cut inside the video, and says when nothing is left out', () => {
    expect(cutWithin({ start: 2.5, end: 57.5 }, span)).toEqual({ start: 2.5, end: 57.5 })
    expect(cutWithin({ start: -1, end: 57.5 }, span)).toEqual({ start: 0, end: 57.5 })
    expect(cutWithin({ start: 2.5, end: Number.POSITIVE_INFINITY }, span)).toEqual({ start: 2.5, end: 60 })
    expect(cutWithin({ start: 0, end: 60 }, span)).toBeNull()
  })

  it.each([
    [{ start: 5, end: 5 }],
    [{ start: 6, end: 5 }],
    [{ start: 60, end: 70 }],
    [{ start: Number.NaN, end: 5 }],
  ])('refuses %o, of which nothing is left', (cut) => {
    expect(() => cutWithin(cut, span)).toThrow(RangeError)
  })

  it('never gives more than was asked for', () => {
    const seconds = fc.double({ min: -10, max: 80, noNaN: true })
    fc.assert(
      fc.property(seconds, seconds, (start, length) => {
        fc.pre(length > 0.001 && start + length > 0.001 && start < 59.999)
        const inside = cutWithin({ start, end: start + length }, span) ?? span
        expect(inside.start).toBeGreaterThanOrEqual(Math.max(0, start) - 0.0005)
        expect(inside.end).toBeLessThanOrEqual(Math.min(60, start + length) + 0.0005)
      }),
    )
  })
})
