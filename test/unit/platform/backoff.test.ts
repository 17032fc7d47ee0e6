import { describe, expect, it } from 'vitest'
import { nextMailAttempt } from '#worker/services/shared/mail/backoff'

const minute = 60_000

describe('nextMailAttempt', () => {
  it.each([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
    [5, 360],
    [6, 1440],
  ])('after %i failures waits %i minutes', (attempts, minutes) => {
    expect(nextMailAttempt(attempts, 1000)).toBe(1000 + minutes * minute)
  })

  it('gives up after the seventh', () => {
    expect(nextMailAttempt(7, 1000)).toBeNull()
  })
})
