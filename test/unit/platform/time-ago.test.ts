import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeAgo } from '#web/lib/time/time-ago'

const now = Date.parse('2026-11-25T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ago = (ms: number) => timeAgo(new Date(now - ms).toISOString(), now)

describe('timeAgo', () => {
  it.each([
    [-day, 'just now'],
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 minute ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [7 * day - 1, '6 days ago'],
    [21 * day, '3 weeks ago'],
    [30 * day, '4 weeks ago'],
    [31 * day, '1 month ago'],
    [365 * day, '11 months ago'],
    [366 * day, '1 year ago'],
    [3 * 366 * day, '3 years ago'],
  ])('%i ms: %s', (ms, words) => expect(ago(ms)).toBe(words))

  it('never says more time than has passed', () => {
    const lengths: Record<string, number> = {
      minute,
      hour,
      day,
      week: 7 * day,
      month: 30.4375 * day,
      year: 365.25 * day,
    }
    fc.assert(
      fc.property(fc.integer({ min: minute, max: 50 * 366 * day }), (ms) => {
        const [, count = '', unit = ''] = /^(\d+) (\w+?)s? ago$/.exec(ago(ms)) ?? []
        const length = lengths[unit] ?? Number.NaN
        expect(Number(count) * length).toBeLessThanOrEqual(ms)
        expect((Number(count) + 1) * length).toBeGreaterThan(ms)
      }),
    )
  })
})
