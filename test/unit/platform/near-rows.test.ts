import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAll } from '#worker/isolate-state'
import { createNearRows } from '#worker/storage/near-rows'

/** The database's responses, in order. */
let answers: Promise<unknown>[]
let asked: number

function rowsAt(now: number) {
  const db = {
    batch: () => {
      asked += 1
      return answers.shift() ?? Promise.resolve([['late']])
    },
  } as unknown as Parameters<typeof createNearRows>[0]['db']
  const cache = { match: async () => null, json: async () => null, put: async () => undefined }
  return createNearRows({ db, cache, seconds: 10, version: 'v', now, defer: () => undefined })
}

type Statement = Parameters<ReturnType<typeof rowsAt>['batch']>[0][number]
const statement = { toSQL: () => ({ sql: 'select 1', params: [] }) } as unknown as Statement
const read = (now: number) => rowsAt(now).batch([statement])

const never = new Promise<never>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  forgetAll()
  ;[answers, asked] = [[], 0]
})

afterEach(() => vi.useRealTimers())

describe('a copy whose maker was cut off', () => {
  it('is made once more, by the first who gives up waiting for it', async () => {
    answers = [never, new Promise((resolve) => setTimeout(resolve, 5100, [['late']]))]
    const waiting = [read(0), read(0), read(0)].slice(1)
    await vi.advanceTimersByTimeAsync(5100)
    expect(await Promise.all(waiting)).toEqual([[['late']], [['late']]])
    expect(asked).toBe(2)
  })

  it('is waited for no longer than its patience, by those who come later, too', async () => {
    answers = [never]
    void read(0)
    await vi.advanceTimersByTimeAsync(4900)
    const late = read(4900)
    await vi.advanceTimersByTimeAsync(100)
    expect(await late).toEqual([['late']])
    expect(await read(5000)).toEqual([['late']])
  })

  it('doesn’t keep anyone waiting for ever where the database keeps every maker', async () => {
    answers = [never, never, Promise.resolve([['third']])]
    const [, , patient] = [read(0), read(0), read(0)]
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await patient).toEqual([['third']])
  })
})
