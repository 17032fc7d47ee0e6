import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { WatchedVideo } from '#contract/schemas/videos/library'
import { timeAgo } from '#web/lib/time/time-ago'

const hour = 3600_000
const { TZ } = process.env

beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
  // Formatters keep the time zone in which their module was loaded.
  vi.resetModules()
})

afterAll(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
  vi.resetModules()
})

describe('on the days when clocks change, in Berlin', () => {
  it.each([
    ['the shorter day begins', '2026-03-28T13:00', '2026-03-29T12:40', 'tomorrow at 12:40'],
    ['it is just ahead', '2026-03-28T23:30', '2026-03-29T00:10', 'tomorrow at 00:10'],
    ['the longer day has 24 hours left', '2026-10-25T00:10', '2026-10-25T23:10', 'at 23:10'],
    ['it is 25 hours long', '2026-10-25T00:10', '2026-10-26T00:10', 'tomorrow at 00:10'],
  ])('the end of a limit is told by the calendar when %s', async (_, now, end, words) => {
    const { limitEnd } = await import('#web/lib/limit-detail')
    expect(limitEnd(Date.parse(end), new Date(now))).toBe(words)
  })

  it('yesterday is the day before, however long ago it began', async () => {
    const { groupByDay } = await import('#web/features/account/history/group-by-day')
    const entries = ['2026-10-25T00:30', '2026-10-24T12:00', '2026-10-23T12:00'].map((at) => ({
      watchedAt: new Date(at).toISOString(),
    }))
    const days = groupByDay(entries as WatchedVideo[], new Date('2026-10-25T23:30'))
    expect(days.map(({ label }) => label)).toEqual(['Today', 'Yesterday', 'October 23, 2026'])
  })

  it('how long ago something was counts hours that passed', () => {
    const now = Date.parse('2026-03-29T12:00')
    expect(timeAgo(new Date(now - 24 * hour).toISOString(), now)).toBe('1 day ago')
    expect(timeAgo(new Date('2026-03-28T12:00').toISOString(), now)).toBe('23 hours ago')
  })

  it('a time to publish at that the clock skips is the one it shows instead', async () => {
    const { localMinute, readLocalMinute } = await import('#web/features/publish/upload/form/local-time')
    expect(localMinute(Date.parse(readLocalMinute('2026-03-29T02:30')))).toBe('2026-03-29T03:30')
    expect(localMinute(Date.parse(readLocalMinute('2026-10-25T02:30')))).toBe('2026-10-25T02:30')
  })
})
