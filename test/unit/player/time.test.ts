import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTime, spokenPosition, spokenTime } from '../../../web/player/core/time'

describe('formatTime', () => {
  it.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [61, '1:01'],
    [599, '9:59'],
    [3599.9, '59:59'],
    [3600, '1:00:00'],
    [36_061, '10:01:01'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [-3, '0:00'],
  ])('shows %s seconds as %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text)
  })

  it('can be read back to the whole second', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 360_000, noNaN: true }), (seconds) => {
        const parts = formatTime(seconds).split(':').map(Number)
        expect(parts.reduce((total, part) => total * 60 + part, 0)).toBe(Math.floor(seconds))
      }),
    )
  })
})

describe('spokenTime', () => {
  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [30, '30 seconds'],
    [60, '1 minute'],
    [90.7, '1 minute, 30 seconds'],
    [7322, '2 hours, 2 minutes, 2 seconds'],
  ])('says %s seconds as %s', (seconds, text) => {
    expect(spokenTime(seconds)).toBe(text)
  })

  it('puts the position before the whole', () => {
    expect(spokenPosition(30, 60)).toBe('30 seconds of 1 minute')
  })
})
