import { gt } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rateWindows } from '#db/schema'
import { newAccount } from '#test/support/accounts/accounts'
import { askForLink, linkOwner } from '#test/support/accounts/links'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { randomLetters, testDb, testPassword } from '#test/support/factories'
import { forgetAll } from '#worker/isolate-state'
import { signIn } from '#worker/services/accounts/entry/sign-in'
import { signUp } from '#worker/services/accounts/entry/sign-up'
import { inHashQueue, type Rank } from '#worker/services/accounts/passwords/hash-queue'
import { insistOnPassword } from '#worker/services/accounts/passwords/own'

const start = Date.UTC(2027, 2, 1)
const busy = { code: 'unavailable', options: { retryAfter: 2 } }
const placesOf: Record<Rank, number> = { staff: 4, known: 8, proven: 12, stranger: 4 }

const someone = (rank: Rank) => ({ rank, key: randomLetters(8) })

/** Takes every place of these ranks, and returns a function that frees them. */
async function fillQueue(ranks: Rank[], now = start): Promise<() => Promise<void>> {
  const ctx = await jobContext(now)
  const ends: (() => void)[] = []
  const held = ranks.flatMap((rank) =>
    Array.from({ length: placesOf[rank] }, () =>
      inHashQueue(ctx, someone(rank), () => new Promise<void>((resolve) => ends.push(resolve))),
    ),
  )
  return async () => {
    for (const end of ends) end()
    await Promise.all(held)
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the queue for password hashes', () => {
  it('gives four places to all strangers who arrive in one tick, and a puzzle to the others', async () => {
    const ctx = await jobContext(start)
    const askedAtOnce: number[] = []
    const arrivals = Array.from({ length: 50 }, (_, index) => {
      const client = { address: `10.8.0.${index}`, userAgent: 'test' }
      const input = { username: `nobody${randomLetters(6)}`, password: 'a wrong guess' }
      const answer = signIn({ ...ctx, client }, input)
      answer.catch(({ code }: { code: string }) => code === 'proof_needed' && askedAtOnce.push(index))
      return answer
    })
    // Before any trip to the database, and before any hash.
    await Promise.resolve().then(() => Promise.resolve())
    expect(askedAtOnce).toEqual(Array.from({ length: 46 }, (_, index) => index + 4))
    const reasons = (await Promise.allSettled(arrivals)).map(
      (each) => each.status === 'rejected' && each.reason,
    )
    for (const reason of reasons.slice(0, 4)) expect(reason).toMatchObject({ code: 'bad_credentials' })
    for (const reason of reasons.slice(4))
      expect(reason).toMatchObject({ options: { puzzle: { tries: 600 } } })
    await expect(inHashQueue(ctx, someone('stranger'), async () => 'free again')).resolves.toBe('free again')
  })

  it('leaves two thirds of its time to others while several wait, and lets the better known go first', async () => {
    forgetAll()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ctx = await jobContext(start)
    let clock = 0
    const begun: { rank: Rank; at: number }[] = []
    const arriving: Rank[] = ['stranger', 'stranger', 'proven', 'stranger', 'known', 'staff']
    const hashes = arriving.map((rank) =>
      inHashQueue(ctx, someone(rank), async ({ hash }) => {
        await hash('a password')
        begun.push({ rank, at: clock })
      }),
    )
    for (; begun.length < hashes.length && clock < 9000; clock += 10) await vi.advanceTimersByTimeAsync(10)
    await Promise.all(hashes)
    // The first found nobody before it, and every third hash goes to the earliest.
    expect(begun.map(({ rank }) => rank)).toEqual([
      'stranger',
      'staff',
      'stranger',
      'known',
      'proven',
      'stranger',
    ])
    for (const [index, { at }] of begun.slice(1).entries())
      expect(at - (begun[index]?.at ?? 0)).toBeGreaterThanOrEqual(2 * 160)
  })

  it('gives nobody more than three places', async () => {
    const ctx = await jobContext(start)
    const caller = someone('known')
    const ends: (() => void)[] = []
    const held = [1, 2, 3].map(() =>
      inHashQueue(ctx, caller, () => new Promise<void>((resolve) => ends.push(resolve))),
    )
    await expect(inHashQueue(ctx, caller, async () => 'in')).rejects.toMatchObject(busy)
    await expect(inHashQueue(ctx, someone('known'), async () => 'in')).resolves.toBe('in')
    for (const end of ends) end()
    await Promise.all(held)
  })

  it('refuses every route that hashes while its own places are full, and nothing else', async () => {
    const { username, email, client } = await linkOwner(start)
    const token = await askForLink({ id: 0, username, email, client }, 'reset')
    const stranger = new TestClient()
    stranger.now = start
    await client.get('/api/settings')
    const routes: [by: TestClient, method: string, path: string, json: unknown, queries: number][] = [
      [client, 'POST', '/api/auth/login', { username, password: testPassword }, 2],
      [stranger, 'POST', '/api/auth/login', { username, password: testPassword }, 0],
      [stranger, 'POST', '/api/auth/signup', newAccount(), 0],
      [client, 'POST', '/api/auth/reset', { token, password: 'another password' }, 2],
      [client, 'POST', '/api/auth/confirm', { password: testPassword }, 1],
      [
        client,
        'POST',
        '/api/account/password',
        { currentPassword: testPassword, newPassword: 'another password' },
        1,
      ],
      [client, 'POST', '/api/account/email', { email: `new-${email}`, password: testPassword }, 1],
      [client, 'DELETE', '/api/account', { password: testPassword }, 1],
    ]
    const release = await fillQueue(['known', 'stranger'])
    for (const [by, method, path, json, queries] of routes) {
      const response = await by.request(method, path, { json })
      const { status, code } = await problemOf(response)
      // Where no session is needed, a proof of work is another way in.
      const isOpen = by === stranger || path === '/api/auth/login'
      expect([path, status, code]).toEqual(isOpen ? [path, 428, 'proof_needed'] : [path, 503, 'unavailable'])
      // No use of a limit was counted: only the session, the account or the link was read.
      expect([path, d1Cost(response).queries]).toEqual([path, queries])
    }
    expect((await new TestClient().get('/api/settings')).status).toBe(200)
    await release()
    const json = { username, password: testPassword }
    expect((await client.request('POST', '/api/auth/login', { json })).status).toBe(200)
  })

  it('lets in by session and device while strangers, with proofs or not, fill their places', async () => {
    const member = await linkOwner(start)
    const admin = await linkOwner(start, { staff: 'moderator' })
    const confirm = ({ client }: typeof member) =>
      client.request('POST', '/api/auth/confirm', { json: { password: testPassword } })
    const enter = ({ client, username }: typeof member) =>
      client.request('POST', '/api/auth/login', { json: { username, password: testPassword } })
    const release = await fillQueue(['proven', 'stranger'])
    for (const person of [member, admin]) {
      expect((await confirm(person)).status).toBe(204)
      expect((await enter(person)).status).toBe(200)
    }
    const releaseKnown = await fillQueue(['known'])
    expect((await confirm(admin)).status).toBe(204)
    expect((await enter(admin)).status).toBe(200)
    expect((await enter(member)).status).toBe(428)
    expect((await confirm(member)).status).toBe(503)
    await release()
    // It takes a stranger's place, and keeps its own windows: strangers may have used up the name's.
    const resetsAt = start + 900_000
    await testDb()
      .insert(rateWindows)
      .values({ key: `signInAccount:${member.username}`, count: 10, resetsAt })
      .onConflictDoUpdate({ target: rateWindows.key, set: { count: 10 } })
    expect((await enter(member)).status).toBe(200)
    await releaseKnown()
  })

  it('gives back what a hash that found no turn was counted as', async () => {
    const ctx = await userContext(start)
    const stranger = { ...ctx, client: { address: '10.8.1.1', userAgent: 'test' } }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const hashing: (() => Promise<unknown>)[] = [
      () => signIn(stranger, { username: ctx.actor.username, password: 'a wrong guess' }),
      () => signUp(stranger, newAccount()),
      () => insistOnPassword(ctx, 'a wrong guess'),
    ]
    for (const begin of hashing) {
      forgetAll()
      timers.mockClear()
      let hashFirst = () => {}
      const before = inHashQueue(ctx, someone('staff'), async ({ hash }) => {
        await new Promise<void>((resolve) => {
          hashFirst = resolve
        })
        await hash('a password')
      })
      const refused = expect(begin()).rejects.toMatchObject(busy)
      // A query is a pause that the fake clock doesn't end.
      while (!timers.mock.calls.some(([, ms]) => ms === 340)) await failuresCounted()
      expect(await failuresCounted()).not.toEqual([])
      vi.setSystemTime(Date.now() + 10_001)
      hashFirst()
      await vi.advanceTimersByTimeAsync(1000)
      await Promise.all([refused, before])
      expect(await failuresCounted()).toEqual([])
    }

    async function failuresCounted() {
      const rows = await testDb().select().from(rateWindows).where(gt(rateWindows.count, 0))
      const keys = [`:${ctx.actor.username}`, `:${ctx.actor.id}`, ':10.8.1.1', ':10.8.1.0/24']
      // A hash that waited took its turn's time, and a try to sign up has told what is taken.
      const costs = ['knownHash:', 'signInAddress:', 'signUpTry:']
      return rows.filter(
        ({ key }) => keys.some((end) => key.endsWith(end)) && !costs.some((start) => key.startsWith(start)),
      )
    }
  })

  it('doesn’t wait for requests that ended without a word', async () => {
    const release = await fillQueue(['known'])
    const ctx = await jobContext(start + 29_999)
    await expect(inHashQueue(ctx, someone('known'), async () => 'in')).rejects.toMatchObject(busy)
    await expect(
      inHashQueue({ ...ctx, now: start + 30_000 }, someone('known'), async () => 'in'),
    ).resolves.toBe('in')
    await release()
  })
})
