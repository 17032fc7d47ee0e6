import { afterEach, describe, expect, it, vi } from 'vitest'
import { newAccount } from '#test/support/accounts/accounts'
import { askForLink, linkOwner } from '#test/support/accounts/links'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { randomLetters, testPassword } from '#test/support/factories'
import { signIn } from '#worker/services/accounts/entry/sign-in'
import { inHashQueue, runHash } from '#worker/services/accounts/passwords/hash-queue'

const start = Date.UTC(2027, 2, 1)
const busy = { code: 'unavailable', options: { retryAfter: 2 } }

/** Takes every place, and returns a function that frees them. */
async function fillQueue(now = start): Promise<() => Promise<void>> {
  const ctx = await jobContext(now)
  const ends: (() => void)[] = []
  const held = Array.from({ length: 4 }, () =>
    inHashQueue(ctx, () => new Promise<void>((resolve) => ends.push(resolve))),
  )
  return async () => {
    for (const end of ends) end()
    await Promise.all(held)
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the queue for password hashes', () => {
  it('lets one run and three wait of all that arrive in one tick', async () => {
    const ctx = await jobContext(start)
    const refusedAtOnce: number[] = []
    const arrivals = Array.from({ length: 50 }, (_, index) => {
      const client = { address: `10.8.0.${index}`, userAgent: 'test' }
      const input = { username: `nobody${randomLetters(6)}`, password: 'a wrong guess' }
      const answer = signIn({ ...ctx, client }, input)
      answer.catch((error: unknown) => (error as typeof busy).code === busy.code && refusedAtOnce.push(index))
      return answer
    })
    // Before any trip to the database, and before any hash.
    await Promise.resolve().then(() => Promise.resolve())
    expect(refusedAtOnce).toEqual(Array.from({ length: 46 }, (_, index) => index + 4))
    const reasons = (await Promise.allSettled(arrivals)).map(
      (each) => each.status === 'rejected' && each.reason,
    )
    for (const reason of reasons.slice(0, 4)) expect(reason).toMatchObject({ code: 'bad_credentials' })
    for (const reason of reasons.slice(4)) expect(reason).toMatchObject(busy)
    await expect(inHashQueue(ctx, async () => 'free again')).resolves.toBe('free again')
  })

  it('leaves two thirds of its time to others while several wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ctx = await jobContext(start)
    let clock = 0
    const begun: number[] = []
    const hashes = Array.from({ length: 3 }, () => inHashQueue(ctx, () => runHash(() => begun.push(clock))))
    for (; begun.length < hashes.length && clock < 5000; clock += 10) await vi.advanceTimersByTimeAsync(10)
    await Promise.all(hashes)
    for (const [at, time] of begun.slice(1).entries())
      expect(time - (begun[at] ?? 0)).toBeGreaterThanOrEqual(2 * 160)
  })

  it('refuses every route that hashes while it is full, and nothing else', async () => {
    const { username, email, client } = await linkOwner(start)
    const token = await askForLink({ id: 0, username, email, client }, 'reset')
    await client.get('/api/settings')
    const routes: [method: string, path: string, json: unknown][] = [
      ['POST', '/api/auth/login', { username, password: testPassword }],
      ['POST', '/api/auth/signup', newAccount()],
      ['POST', '/api/auth/reset', { token, password: 'another password' }],
      ['POST', '/api/auth/confirm', { password: testPassword }],
      ['POST', '/api/account/password', { currentPassword: testPassword, newPassword: 'another password' }],
      ['POST', '/api/account/email', { email: `new-${email}`, password: testPassword }],
      ['DELETE', '/api/account', { password: testPassword }],
    ]
    const release = await fillQueue()
    for (const [method, path, json] of routes) {
      const response = await client.request(method, path, { json })
      const { code } = await problemOf(response)
      expect([path, response.status, code, response.headers.get('retry-after')]).toEqual([
        path,
        503,
        'unavailable',
        '2',
      ])
      // Only the session was read: no use of a limit was counted.
      expect(d1Cost(response).queries).toBe(1)
    }
    expect((await new TestClient().get('/api/settings')).status).toBe(200)
    await release()
    const json = { username, password: testPassword }
    expect((await client.request('POST', '/api/auth/login', { json })).status).toBe(200)
  })

  it('doesn’t wait for requests that ended without a word', async () => {
    const release = await fillQueue()
    const ctx = await jobContext(start + 19_999)
    await expect(inHashQueue(ctx, async () => 'in')).rejects.toMatchObject(busy)
    await expect(inHashQueue({ ...ctx, now: start + 20_000 }, async () => 'in')).resolves.toBe('in')
    await release()
  })
})
