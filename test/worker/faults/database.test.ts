import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { legalPages, mailPages } from '#contract/values/site/legal'
import { inHashQueue } from '#worker/services/accounts/passwords/hash-queue'
import { problemOf } from '../../support/client'
import { jobContext } from '../../support/context'
import { EnvClient } from '../../support/env-client'
import { makeUser, makeVideo, signInAs, testPassword, videoRow } from '../../support/factories'
import { Faults, FaultyClient, faultyEnv } from '../../support/faults'
import { addressOf, sessionCookie, storeObject } from '../../support/videos/media'

/** D1's error messages, and whether the next try may succeed. */
const messages = [
  ['D1_ERROR: Network connection lost.', 'passes'],
  ['D1_ERROR: D1 DB storage caused object to be reset.', 'passes'],
  ['D1_ERROR: D1 DB reset because its code was updated.', 'passes'],
  ['D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.', 'passes'],
  ['D1_ERROR: Internal error in D1 DB storage caused object to be reset.', 'passes'],
  ['D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.', 'passes'],
  ['D1_ERROR: internal error; reference = e4k2', 'passes'],
  ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 'stays'],
  ['D1_ERROR: D1 DB is overloaded. Too many requests queued.', 'stays'],
  ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.', 'stays'],
  ['D1_ERROR: D1 DB exceeded its memory limit and was reset.', 'stays'],
  ['D1_ERROR: D1 DB exceeded its CPU time limit and was reset.', 'stays'],
] as const
const lists = /^DB select .* from "videos"/s
const page = { accept: 'text/html,application/xhtml+xml' }

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Stops the clocks by which the worker measures its patience. Only the test lets time pass. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
}

describe.each(messages)('%s', (message, outcome) => {
  it('is answered as a fault that passes', async () => {
    const client = new FaultyClient()
    client.faults.throws(lists, message)
    const call = await client.get('/api/videos')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await problemOf(call)).toMatchObject({ code: 'unavailable' })
    expect(client.faults.count(lists)).toBe(outcome === 'passes' ? 3 : 1)
  })

  it('is met by a read twice and not by its reader, where it passes', async () => {
    const client = new FaultyClient()
    client.faults.throws(lists, message, { times: 2 })
    expect((await client.get('/api/videos')).status).toBe(outcome === 'passes' ? 200 : 503)
  })
})

it('a page that meets a passing fault loads itself again', async () => {
  const client = new FaultyClient()
  client.faults.throws(lists, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
  const document = await client.get('/', page)
  expect([document.status, document.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await document.text()).toMatch(/http-equiv="refresh" content="5".*tries again automatically/s)
  const framed = await client.get('/embed/1', page)
  client.faults.throws(/^DB/, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
  expect((await client.get('/embed/1', page)).headers.get('content-security-policy')).toBe(
    framed.headers.get('content-security-policy'),
  )
})

it('a fault of ours is none that passes', async () => {
  const client = new FaultyClient()
  client.faults.throws(lists, 'D1_ERROR: no such column: nonsense')
  const call = await client.get('/api/videos')
  expect([call.status, call.headers.get('retry-after')]).toEqual([500, null])
  expect(client.faults.count(lists)).toBe(1)
  const document = await (await client.get('/', page)).text()
  expect(document).toContain('Something went wrong on our side')
  expect(document).not.toContain('http-equiv="refresh"')
})

it('a database that loses every connection gets at most 1.2 queries for one', async () => {
  const client = new FaultyClient()
  await client.get('/api/settings')
  client.faults.throws(lists, 'D1_ERROR: Network connection lost.')
  const retriesOf = async (requests: number) => {
    client.faults.acts.length = 0
    await Promise.all(Array.from({ length: requests }, () => client.get('/api/videos')))
    return client.faults.count(lists) - requests
  }
  // Ten retries were saved up while there were no errors.
  expect(await retriesOf(10)).toBeGreaterThanOrEqual(10)
  const retries = await retriesOf(100)
  // One retry may have been left over.
  expect(retries).toBeLessThanOrEqual(0.2 * 100 + 1)
  expect(retries).toBeGreaterThanOrEqual(0.1 * 100)
})

describe('a write whose answer is lost', () => {
  it('is not repeated by us, and once more by its sender is once', async () => {
    const { id: owner } = await makeUser()
    const { id } = await makeVideo(owner)
    const client = await signInAs(await makeUser(), new FaultyClient())
    client.faults.throws(/^DB .*insert (or ignore )?into "?likes/s, 'D1_ERROR: Network connection lost.', {
      when: 'after',
      times: 1,
    })
    const like = () => client.request('POST', `/api/videos/${id}/like`)
    const lost = await like()
    expect(lost.status).toBe(503)
    expect(client.faults.count(/insert (or ignore )?into "?likes/)).toBe(1)
    expect((await like()).ok).toBe(true)
    expect((await videoRow(id))?.likes).toBe(1)
  })

  it('is repeated by us where the second time does nothing', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const client = await signInAs(await makeUser(), new FaultyClient())
    const deletes = /^DB delete from "watch_history"/
    client.faults.throws(deletes, 'D1_ERROR: Network connection lost.', { when: 'after', times: 1 })
    expect((await client.request('DELETE', `/api/account/history/${id}`)).status).toBe(204)
    expect(client.faults.count(deletes)).toBe(2)
  })

  it('is repeated by us where it never came to the database', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const client = await signInAs(await makeUser(), new FaultyClient())
    client.faults.throws(
      /insert (or ignore )?into "?likes/,
      'D1_ERROR: Cannot resolve D1 DB due to transient issue',
      {
        times: 2,
      },
    )
    expect((await client.request('POST', `/api/videos/${id}/like`)).ok).toBe(true)
    expect((await videoRow(id))?.likes).toBe(1)
  })
})

describe('a database that hangs', () => {
  it('is waited for five seconds by a read', async () => {
    const client = new FaultyClient()
    await client.get('/api/settings')
    holdTime()
    client.faults.hangs(lists)
    const hanging = client.faults.untilHanging()
    const call = client.get('/api/videos')
    await hanging
    await vi.advanceTimersByTimeAsync(4999)
    expect(await Promise.race([call, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    const { status, headers } = await call
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('is waited for ten seconds by a write', async () => {
    const client = await signInAs(await makeUser(), new FaultyClient())
    const { id } = await makeVideo((await makeUser()).id)
    holdTime()
    client.faults.hangs(/insert (or ignore )?into "?likes/)
    const hanging = client.faults.untilHanging()
    const call = client.request('POST', `/api/videos/${id}/like`)
    await hanging
    await vi.advanceTimersByTimeAsync(9999)
    expect(await Promise.race([call, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).status).toBe(503)
  })

  it.each([
    ['the account', /^DB select .* from "users"/s, 5],
    ['the guesses', /insert into "rate_windows"/, 10],
    ['the new session', /insert into "sessions"/, 10],
    ['everything', /^DB/, 5],
  ])('that would tell of %s keeps no one in the queue for passwords', async (_, query, seconds) => {
    const user = await makeUser()
    const client = new FaultyClient()
    await client.get('/api/settings')
    const signIn = () =>
      client.request('POST', '/api/auth/login', { json: { username: user.username, password: testPassword } })
    holdTime()
    client.faults.hangs(query)
    const hanging = client.faults.untilHanging()
    const call = signIn()
    await hanging
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(await Promise.race([call, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    const { status, headers } = await call
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    vi.useRealTimers()
    client.faults.clear()
    // As many as the queue has places for members whom it knows.
    const ctx = await jobContext()
    const places = Array.from({ length: 8 }, (_, at) => ({ rank: 'known', key: `${at}` }) as const)
    await Promise.all(places.map((place) => inHashQueue(ctx, place, async () => undefined)))
    expect((await signIn()).status).toBe(200)
  })

  it('stops neither public media within grace, nor lets premium media through without it', async () => {
    const start = Date.now()
    const [free, premium] = [
      await storeObject(new Uint8Array(10)),
      await storeObject(new Uint8Array(10), { class: 'premium' }),
    ]
    const client = new FaultyClient()
    client.setCookie(
      '__Host-session',
      (await sessionCookie({ premiumUntil: start + 3600_000 })).split('=')[1] ?? '',
    )
    const statusAt = async (facts: typeof free, seconds: number) => {
      client.now = start + seconds * 1000
      const { status, body } = await client.get(addressOf(facts))
      await body?.cancel()
      return status
    }
    expect([await statusAt(free, 0), await statusAt(premium, 9)]).toEqual([200, 200])
    holdTime()
    client.faults.hangs(/^DB/)
    // Answered at once, since no time passes here.
    expect(await statusAt(free, 12)).toBe(200)
    expect(await statusAt(free, 29)).toBe(200)
    const refused = statusAt(premium, 29)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await refused).toBe(503)
    vi.useRealTimers()
    client.faults.clear()
    expect(await statusAt(premium, 36)).toBe(200)
  })
})

describe('without a database', () => {
  const openPages = [...legalPages, ...mailPages, 'signin', 'removal/a-key', 'reports/a-key', 'removals/1']
  let member: FaultyClient

  beforeAll(async () => {
    member = await signInAs(await makeUser(), new FaultyClient())
  })
  afterEach(() => {
    member.faults.clear()
  })

  /** Expects a document that says neither that its reader is signed in nor that they aren't: the app asks. */
  async function expectOpen(document: Response): Promise<void> {
    expect(document.status).toBe(200)
    const html = await document.text()
    expect(html).toContain('id="boot"')
    expect(html).not.toContain('"viewer":')
  }

  it.each(openPages)('/%s opens for members, too', async (path) => {
    member.faults.throws(/^DB/, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    await expectOpen(await member.get(`/${path}`, page))
  })

  it.each(openPages)('/%s opens after half a second where the database hangs', async (path) => {
    await member.get('/api/settings')
    holdTime()
    member.faults.hangs(/^DB/)
    const hanging = member.faults.untilHanging()
    const call = member.get(`/${path}`, page)
    await hanging
    await vi.advanceTimersByTimeAsync(499)
    expect(await Promise.race([call, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await expectOpen(await call)
  })

  it('what the law asks for comes from a copy of up to a day', async () => {
    const faults = new Faults()
    const reader = new EnvClient({ ...faultyEnv(faults), NEAR_SECONDS: '10' })
    const start = Date.now()
    const textAt = async (seconds: number) => {
      reader.now = start + seconds * 1000
      const answer = await reader.get('/api/legal/terms')
      return answer.status === 200 ? (await answer.json<{ body: string }>()).body : answer.status
    }
    const text = await textAt(0)
    faults.throws(/^DB/, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    expect(await textAt(25)).toBe(text)
    expect(await textAt(24 * 3600 - 1)).toBe(text)
    expect(await textAt(24 * 3600)).toBe(503)
  })
})
