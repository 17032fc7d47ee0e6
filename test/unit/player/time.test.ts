import { describe, expect, it } from 'vitest'
import { spokenPosition, spokenTime } from '#web/player/core/time'

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
