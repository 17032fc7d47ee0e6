import { describe, expect, it } from 'vitest'
import { readMoment } from '#web/features/visit/watch/stage/start/moment'

describe('readMoment', () => {
  it('reads a second, and a part', () => {
    expect(readMoment('?t=90', 120)).toEqual({ startAt: 90, window: null })
    expect(readMoment('?t=10.5,25', 120)).toEqual({ startAt: 10.5, window: { start: 10.5, end: 25 } })
    expect(readMoment('?a=b&t=0,12', 120)).toEqual({ startAt: 0, window: { start: 0, end: 12 } })
  })

  it('ends a part with the video', () => {
    expect(readMoment('?t=10,500', 120)).toEqual({ startAt: 10, window: { start: 10, end: 120 } })
  })

  it.each(['', '?t=', '?t=-5', '?t=abc', '?t=1e3', '?t=25,10', '?t=10,10', '?t=120', '?t=1,2,3', '?t=10,'])(
    'finds nothing in %j',
    (search) => {
      expect(readMoment(search, 120)).toBeNull()
    },
  )
})
