import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/schemas/accounts/account'
import { sessions, users } from '#db/schema'
import { linkOwner } from '#test/support/accounts/links'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { makeTerm, makeUser, makeVideo, testDb } from '#test/support/factories'

const start = Date.UTC(2027, 2, 1)
const hour = 3600_000
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'

/** Signs in to the same account with another browser. */
async function anotherOf(username: string, { agent = windows, place = '', now = start } = {}) {
  const client = new TestClient()
  client.now = now
  const headers = { 'user-agent': agent, 'x-test-region': place }
  const json = { username, password: 'a good password' }
  await client.request('POST', '/api/auth/login', { json, headers })
  return client
}

function listOf(client: TestClient) {
  return client.json<Session[]>('GET', '/api/account/sessions')
}

async function isSignedIn(client: TestClient): Promise<boolean> {
  const response = await client.get('/api/videos/my-videos/counts')
  await response.arrayBuffer()
  return response.status === 200
}

function end(client: TestClient, id: string) {
  return client.request('DELETE', `/api/account/sessions/${id}`)
}

describe('the list of sessions', () => {
  it('says where the account is signed in, newest first, and which one asks', async () => {
    const { username } = await makeUser()
    await anotherOf(username, { agent: phone, place: 'US-TX' })
    const client = await anotherOf(username, { place: 'FR', now: start + hour })
    client.now = start + 1.5 * hour
    expect(await listOf(client)).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome on Windows',
        country: 'FR',
        isCurrent: true,
        createdAt: new Date(start + hour).toISOString(),
        seenAt: new Date(start + 1.5 * hour).toISOString(),
      },
      {
        id: expect.any(String),
        device: 'Safari on iPhone',
        country: 'US',
        isCurrent: false,
        createdAt: new Date(start).toISOString(),
        seenAt: new Date(start).toISOString(),
      },
    ])
  })

  it('keeps nothing else of a browser, and says so of one that says nothing', async () => {
    const { id, username } = await makeUser()
    const client = await anotherOf(username, { agent: 'curl/8' })
    expect((await listOf(client))[0]).toMatchObject({ device: 'Unknown device', country: null })
    const [row] = await testDb().select().from(sessions).where(eq(sessions.userId, id))
    expect(JSON.stringify(row)).not.toContain(client.address)
  })

  it('notes the country of the last look', async () => {
    const { username } = await makeUser()
    const client = await anotherOf(username, { place: 'FR' })
    client.now = start + 2 * hour
    await client.get('/api/videos/my-videos/counts', { 'x-test-region': 'DE-BE' })
    await expect.poll(async () => (await listOf(client))[0]?.country).toBe('DE')
  })

  it('holds nobody else’s, none that ended, and none that nobody used for too long', async () => {
    const { id, username } = await makeUser({ isAdmin: true })
    await anotherOf(username, { now: start + 11 * hour })
    // As a change of role does.
    await testDb().update(users).set({ tokenVersion: 1 }).where(eq(users.id, id))
    await anotherOf(username, { now: start })
    const left = await anotherOf(username, { now: start + hour })
    await left.request('POST', '/api/auth/logout')
    await linkOwner(start)
    const client = await anotherOf(username, { now: start + 12 * hour })
    expect(await listOf(client)).toHaveLength(2)
    client.now = start + 12 * hour + 1
    expect((await listOf(client)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })

  describe('of many', () => {
    let client: TestClient
    beforeAll(async () => {
      const { id, username } = await makeUser()
      const rows = Array.from({ length: 400 }, (_, number) => ({
        id: `many-${id}-${number}`,
        userId: id,
        tokenVersion: 0,
        createdAt: start + number,
        seenAt: start + number,
      }))
      for (let from = 0; from < rows.length; from += 15)
        await testDb()
          .insert(sessions)
          .values(rows.slice(from, from + 15))
      client = await anotherOf(username)
    })

    it('comes in pages that read no more than they show', async () => {
      const seen: string[] = []
      let path: string | null = '/api/account/sessions?limit=50'
      while (path !== null) {
        const response: Response = await client.get(path)
        const items = await response.json<Session[]>()
        seen.push(...items.map(({ id }) => id))
        // The caller's session with its account, and the row of the next page, are extra.
        expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(2 * items.length + 6)
        path = /<([^>]*)>/.exec(response.headers.get('link') ?? '')?.[1] ?? null
      }
      expect([seen.length, new Set(seen).size]).toEqual([401, 401])
    })

    it('refuses a page that is none', async () => {
      for (const query of ['limit=0', 'limit=51', 'cursor=x'])
        expect((await client.get(`/api/account/sessions?${query}`)).status).toBe(400)
    })
  })
})

describe('signing out elsewhere', () => {
  it('ends the session that is meant, with its next request, and no other', async () => {
    const { username } = await makeUser()
    const [stays, goes] = [await anotherOf(username), await anotherOf(username, { agent: phone })]
    const meant = (await listOf(stays)).find(({ isCurrent }) => !isCurrent)
    const response = await end(stays, meant?.id ?? '')
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('clear-site-data')).toBeNull()
    expect([await isSignedIn(stays), await isSignedIn(goes)]).toEqual([true, false])
    // A missing session counts as ended.
    expect((await end(stays, meant?.id ?? '')).status).toBe(204)
  })

  it('ends this one too where it is meant, and takes its cookie away', async () => {
    const client = await anotherOf((await makeUser()).username)
    const [own] = await listOf(client)
    const copied = client.copy()
    expect((await end(client, own?.id ?? '')).headers.get('clear-site-data')).toBe('"cache"')
    expect(client.cookie('__Host-session')).toBeUndefined()
    expect(await isSignedIn(copied)).toBe(false)
  })

  it('can’t end a session of somebody else, which looks like none', async () => {
    const [one, two] = [await linkOwner(start), await linkOwner(start)]
    const [theirs] = await listOf(two.client)
    const answers = [await end(one.client, theirs?.id ?? ''), await end(one.client, 'nobody')]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(bodies[0]).toBe(bodies[1])
    expect(await isSignedIn(two.client)).toBe(true)
  })

  it('ends all others at once, and copies of this one’s cookie', async () => {
    const { username } = await makeUser()
    const client = await anotherOf(username)
    const others = [client.copy(), await anotherOf(username), await anotherOf(username)]
    expect((await client.request('DELETE', '/api/account/sessions')).status).toBe(204)
    expect(await isSignedIn(client)).toBe(true)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await listOf(client)).toHaveLength(1)
  })
})

describe('signing out everywhere', () => {
  it('ends every session with its next request, here as well', async () => {
    const { username } = await makeUser()
    const [client, other] = [await anotherOf(username), await anotherOf(username)]
    const copied = client.copy()
    const response = await client.request('POST', '/api/auth/logout-everywhere')
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([204, '"cache"'])
    expect(client.cookie('__Host-session')).toBeUndefined()
    expect([await isSignedIn(copied), await isSignedIn(other)]).toEqual([false, false])
    expect(await isSignedIn(await anotherOf(username))).toBe(true)
  })

  it('leaves other accounts alone, and isn’t a visitor’s', async () => {
    const [one, two] = [await linkOwner(start), await linkOwner(start)]
    await one.client.request('POST', '/api/auth/logout-everywhere')
    expect(await isSignedIn(two.client)).toBe(true)
    const response = await new TestClient().request('POST', '/api/auth/logout-everywhere')
    expect((await problemOf(response)).code).toBe('unauthenticated')
  })
})

describe('what ends a session ends its media', () => {
  const ends: Record<string, (client: TestClient) => Promise<Response>> = {
    'sign-out of others': (client) => client.request('DELETE', '/api/account/sessions'),
    'sign-out everywhere': (client) => client.request('POST', '/api/auth/logout-everywhere'),
    'a change of the password': (client) =>
      client.request('POST', '/api/account/password', {
        json: { currentPassword: 'a good password', newPassword: 'a newer password' },
      }),
    'sign-out of that one': async (client) => {
      const other = (await listOf(client)).find(({ isCurrent }) => !isCurrent)
      return end(client, other?.id ?? '')
    },
  }

  it.each(Object.entries(ends))('%s', async (_, act) => {
    const now = Date.now()
    const { id, username } = await makeUser()
    await makeTerm(id, now + 30 * 24 * hour)
    const video = await makeVideo((await makeUser()).id, { isPremium: true })
    const [client, other] = [await anotherOf(username, { now }), await anotherOf(username, { now })]
    const { videoUrl } = await other.json<{ videoUrl: string }>('GET', `/api/videos/${video.id}`)
    const statusOf = async (each: TestClient) => {
      const response = await each.get(videoUrl, { range: 'bytes=0-9' })
      await response.arrayBuffer()
      return response.status
    }
    expect(await statusOf(other)).toBe(206)
    expect((await act(client)).status).toBe(204)
    other.now = now + 20_000
    expect(await statusOf(other)).toBe(403)
    client.now = now + 20_000
    if (client.cookie('__Host-session')) expect(await statusOf(client)).toBe(206)
  })
})

it('a session from before devices were noted is listed all the same', async () => {
  const owner = await linkOwner(start)
  await testDb().update(sessions).set({ device: '' }).where(eq(sessions.userId, owner.id))
  expect((await listOf(owner.client))[0]?.device).toBe('Unknown device')
})
