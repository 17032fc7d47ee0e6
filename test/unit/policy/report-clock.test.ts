import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reportBusinessDays, reportDueAt } from '#contract/values/moderation/report-clock'
import { day, minute } from '#contract/values/shared/time'

const at = (text: string) => Date.parse(text)
/** Counts a day as long as it is from Monday to Friday. */
const isRest = (time: number) => [0, 6].includes(new Date(time).getUTCDay())

it.each([
  ['a Monday', '2026-11-23T15:30:00Z', '2026-12-02T15:30:00Z'],
  ['a Wednesday', '2026-11-25T00:00:00Z', '2026-12-04T00:00:00Z'],
  ['a Thursday', '2026-11-26T09:00:00Z', '2026-12-07T09:00:00Z'],
  ['the end of a Friday', '2026-11-27T23:59:00Z', '2026-12-08T23:59:00Z'],
  ['a Saturday, as if it had come in when Monday begins', '2026-11-28T10:00:00Z', '2026-12-09T00:00:00Z'],
  ['a Sunday', '2026-11-29T22:00:00Z', '2026-12-09T00:00:00Z'],
  // No one keeps a list of public holidays.
  ['Christmas Day', '2026-12-25T12:00:00Z', '2027-01-05T12:00:00Z'],
])('is seven business days for a report from %s', (_, from, due) => {
  expect(new Date(reportDueAt(at(from))).toISOString()).toBe(new Date(due).toISOString())
})

it('has exactly seven days that are no Saturday or Sunday, and falls on none', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('2020-01-01') / minute, max: at('2060-01-01') / minute }), (minutes) => {
      const from = minutes * minute
      const due = reportDueAt(from)
      let counted = 0
      for (let time = from; time < due; time += minute * 30) if (!isRest(time)) counted += 30 * minute
      // Half an hour may be cut at midnight.
      expect(Math.abs(counted - reportBusinessDays * day)).toBeLessThan(30 * minute)
      expect(isRest(due)).toBe(false)
      expect(reportDueAt(from + minute)).toBeGreaterThanOrEqual(due)
    }),
    { numRuns: 300 },
  )
})
