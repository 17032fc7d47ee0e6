import { describe, expect, it } from 'vitest'
import {
  escalationAt,
  escalationHours,
  escalationReached,
  isUrgent,
  removalClockMs,
} from '#contract/values/moderation/safety'

const dueAt = Date.UTC(2026, 10, 21)

describe('the clock of a removal request', () => {
  it('reaches each reminder so many hours after the request', () => {
    const askedAt = dueAt - removalClockMs
    for (const stage of escalationHours) {
      expect(escalationAt(dueAt, stage)).toBe(askedAt + stage * 3600_000)
      expect(escalationReached(dueAt, escalationAt(dueAt, stage))).toBe(stage)
      expect(escalationReached(dueAt, escalationAt(dueAt, stage) - 1)).not.toBe(stage)
    }
    expect(escalationReached(dueAt, askedAt)).toBeNull()
  })

  it('is urgent from the last reminder on, and stays so when the time is over', () => {
    expect([null, ...escalationHours].filter(isUrgent)).toEqual([44])
    expect(isUrgent(escalationReached(dueAt, dueAt + 1))).toBe(true)
  })
})
