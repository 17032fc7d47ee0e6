import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Effect, effectOf, jobLimits, Patience, requestLimits } from '#db/patience'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Responds after some time. */
const takes = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
const hangs = () => new Promise<never>(() => {})

/** Lets time pass until a trip is over. Returns how it ended, and after how many milliseconds. */
async function ended(trip: Promise<unknown>): Promise<[end: string, ms: number]> {
  const from = Date.now()
  let end: [string, number] | undefined
  trip.then(
    () => {
      end = ['answered', Date.now() - from]
    },
    (error: Error) => {
      end = [error.name, Date.now() - from]
    },
  )
  await vi.advanceTimersByTimeAsync(0)
  while (!end) await vi.advanceTimersToNextTimerAsync()
  return end
}

const answered = (ms: number) => ['answered', ms]
const refused = (ms: number) => ['DatabaseUnavailableError', ms]

describe('the time that a request has for the database', () => {
  it.each([
    ['read', 5000],
    ['repeatable', 10_000],
    ['write', 10_000],
  ] as const)('a %s that hangs has %i ms', async (effect, ms) => {
    expect(await ended(new Patience(requestLimits).trip(effect, hangs))).toEqual(refused(ms))
  })

  it('trips one after the other have ten seconds together', async () => {
    const patience = new Patience(requestLimits)
    expect(await ended(patience.trip('write', takes(6000)))).toEqual(answered(6000))
    expect(await ended(patience.trip('write', takes(6000)))).toEqual(refused(4000))
    const send = vi.fn(takes(1))
    expect(await ended(patience.trip('write', send))).toEqual(refused(0))
    expect(send).not.toHaveBeenCalled()
  })

  it('so have many that are slow', async () => {
    const patience = new Patience(requestLimits)
    for (let trips = 0; trips < 11; trips += 1)
      expect(await ended(patience.trip('read', takes(900)))).toEqual(answered(900))
    expect(await ended(patience.trip('read', takes(900)))).toEqual(refused(100))
  })

  it('quick ones are free, however many a long work takes', async () => {
    const patience = new Patience(requestLimits)
    for (let trips = 0; trips < 100; trips += 1)
      expect(await ended(patience.trip('write', takes(499)))).toEqual(answered(499))
    expect(await ended(patience.trip('write', hangs))).toEqual(refused(10_000))
  })

  it('trips at the same time take it once', async () => {
    const patience = new Patience(requestLimits)
    const first = patience.trip('write', takes(5000))
    await vi.advanceTimersByTimeAsync(3000)
    const both = [first, patience.trip('write', takes(6000))]
    expect(await ended(Promise.all(both))).toEqual(answered(6000))
    expect(await ended(patience.trip('write', hangs))).toEqual(refused(1000))
  })

  it('the tries of one trip share it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const failing = () => takes(4500)().then(() => Promise.reject(new Error('Network connection lost.')))
    expect(await ended(new Patience(requestLimits).trip('read', failing))).toEqual(refused(10_000))
  })

  it('a request that did something else for ten seconds has all of it again', async () => {
    const patience = new Patience(requestLimits)
    await ended(patience.trip('write', takes(6000)))
    await vi.advanceTimersByTimeAsync(9999)
    expect(await ended(patience.trip('write', hangs))).toEqual(refused(4000))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await ended(patience.trip('write', hangs))).toEqual(refused(10_000))
  })

  it('a job has thirty seconds a trip', async () => {
    const patience = new Patience(jobLimits)
    for (let trips = 0; trips < 3; trips += 1)
      expect(await ended(patience.trip('read', hangs))).toEqual(refused(30_000))
  })
})

describe('what a statement does when it is repeated', () => {
  it.each<[Effect, ...string[]]>([
    ['read', 'select "id" from "videos"'],
    ['read', '  SELECT 1'],
    ['read', 'with newest as (select 1) select * from newest'],
    ['repeatable', 'delete from "likes" where "user_id" = ?'],
    ['repeatable', 'insert into "likes" ("user_id")\nvalues (?) on conflict do nothing'],
    ['repeatable', 'insert into "likes" select 1 on conflict ("user_id", "video_id") do nothing'],
    ['write', 'insert into "likes" ("user_id") values (?)'],
    ['write', 'insert into "tags" values (?) on conflict ("slug") do update set "name" = ?'],
    ['write', 'insert into "likes" values (?) on conflict do nothing returning "user_id"'],
    ['write', 'delete from "sessions" where "id" = ? returning "id"'],
    ['write', 'update "videos" set "views" = "views" + 1'],
    ['write', 'with old as (select 1) delete from "likes"'],
    ['write', 'replace into "likes" values (?)'],
    ['read', 'select 1', 'select 2'],
    ['repeatable', 'select 1', 'delete from "likes"'],
    ['write', 'delete from "likes"', 'update "videos" set "likes" = 0', 'select 1'],
  ])('%s: %s', (effect, ...queries) => {
    expect(effectOf(queries)).toBe(effect)
  })
})

describe('a trip that fails', () => {
  const lost = 'D1_ERROR: Network connection lost.'
  const neverSent = 'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.'
  const busy = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'

  it.each<[Effect, string, tries: number]>([
    ['read', lost, 3],
    ['repeatable', lost, 3],
    ['write', lost, 1],
    ['write', neverSent, 3],
    ['read', busy, 1],
    ['repeatable', busy, 1],
  ])('a %s after "%s" is tried so often: %i', async (effect, message, tries) => {
    const send = vi.fn(() => Promise.reject(new Error(message)))
    expect((await ended(new Patience(requestLimits).trip(effect, send)))[0]).toBe('DatabaseUnavailableError')
    expect(send).toHaveBeenCalledTimes(tries)
  })

  it('stays what it is where the database answered', async () => {
    const send = vi.fn(() => Promise.reject(new Error('D1_ERROR: UNIQUE constraint failed: likes.user_id')))
    expect(await ended(new Patience(requestLimits).trip('read', send))).toEqual(['Error', 0])
    expect(send).toHaveBeenCalledOnce()
  })

  it.each([
    [0, [0, 50, 200]],
    [0.5, [0, 100, 400]],
    [0.99, [0, 149, 596]],
  ])('is made again after pauses that differ: by %f', async (chance, at) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const from = Date.now()
    const sentAt: number[] = []
    const send = () => {
      sentAt.push(Date.now() - from)
      return Promise.reject(new Error(lost))
    }
    await ended(new Patience(requestLimits).trip('read', send))
    expect(sentAt).toEqual(at)
  })
})
