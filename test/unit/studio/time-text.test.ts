import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSeconds, parseSeconds } from '#web/lib/time/time-text'

describe('a typed time', () => {
  it('is read again as it was printed, to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * 3_600_000 }), (ms) => {
        expect(Math.round((parseSeconds(formatSeconds(ms / 1000)) ?? Number.NaN) * 1000)).toBe(ms)
      }),
    )
  })

  it.each([
    ['62.5', 62.5],
    ['1:02.5', 62.5],
    ['1:02,5', 62.5],
    [' 1:01:02.5 ', 3662.5],
    ['90:00', 5400],
    ['7', 7],
  ])('%s', (text, seconds) => expect(parseSeconds(text)).toBe(seconds))

  it.each(['', 'soon', '1:60', '1:75:00', '-3', '1::2', '1:2:3:4', '1e3'])('refuses %j', (text) =>
    expect(parseSeconds(text)).toBeNull(),
  )
})
