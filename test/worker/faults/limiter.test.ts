import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeUser } from '../../support/factories'
import { type Faults, FaultyClient } from '../../support/faults'

const failures: Record<string, (faults: Faults) => void> = {
  throws: (faults) => void faults.throws(/_LIMIT limit/, 'Internal error'),
  hangs: (faults) => void faults.hangs(/_LIMIT limit/),
  ...Object.fromEntries(
    [{}, null, 'ok'].map((value) => [
      `answers ${JSON.stringify(value)}`,
      (faults: Faults) => void faults.answers(/_LIMIT limit/, value),
    ]),
  ),
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe.each(Object.entries(failures))('when the limiter %s', (_, fail) => {
  it('reads go on', async () => {
    const client = new FaultyClient()
    fail(client.faults)
    const call = await client.faults.outwait(500, () => client.get('/api/videos'))
    expect(call.status).toBe(200)
  })

  it('guesses of a password are limited by the database', async () => {
    const { username } = await makeUser()
    const client = new FaultyClient()
    fail(client.faults)
    const json = { username, password: 'a guess' }
    const guess = () => client.faults.outwait(500, () => client.request('POST', '/api/auth/login', { json }))
    const statuses: number[] = []
    while (statuses.length < 11) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })
})
