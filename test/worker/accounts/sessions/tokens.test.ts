import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { sessions, users } from '#db/schema'
import { TestClient } from '#test/support/client'
import { ban, day, makeUser, makeVideo, signInAs, testDb, testPassword } from '#test/support/factories'
import { parseConfig } from '#worker/config'
import { readSessionToken, signSessionToken } from '#worker/services/accounts/sessions/token'

const db = testDb()
const config = parseConfig(env)
const hour = 3600_000
const cookieName = '__Host-session'

async function signInAt(now: number, options: Parameters<typeof makeUser>[0] = {}) {
  const { id, username } = await makeUser(options)
  const client = new TestClient()
  client.now = now
  await client.request('POST', '/api/auth/login', { json: { username, password: testPassword } })
  return { id, client }
}

async function isSignedIn(client: TestClient): Promise<boolean> {
  const response = await client.get('/api/videos/my-videos/counts')
  await response.arrayBuffer()
  return response.status === 200
}

async function sessionOf(userId: number) {
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  if (!row) throw new Error('There is no session')
  return row
}

describe('the end of a session', () => {
  it('is sign-out, everywhere that the cookie was, from the next request on', async () => {
    const client = await signInAs(await makeUser())
    const stolen = client.copy()
    expect(await isSignedIn(stolen)).toBe(true)
    const response = await client.request('POST', '/api/auth/logout')
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(client.cookie(cookieName)).toBeUndefined()
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(await isSignedIn(stolen)).toBe(false)
  })

  it('leaves other sessions of the account alone', async () => {
    const user = await makeUser()
    const [phone, laptop] = [await signInAs(user), await signInAs(user)]
    await phone.request('POST', '/api/auth/logout')
    expect(await isSignedIn(laptop)).toBe(true)
  })

  it('is a raised token version, for all of them', async () => {
    const user = await makeUser()
    const [phone, laptop] = [await signInAs(user), await signInAs(user)]
    await db.update(users).set({ tokenVersion: 1 }).where(eq(users.id, user.id))
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, false])
    expect(await isSignedIn(await signInAs(user))).toBe(true)
  })

  it('is a ban, from the next request on', async () => {
    const user = await makeUser()
    const client = await signInAs(user)
    expect(await isSignedIn(client)).toBe(true)
    await ban(user.id)
    expect(await isSignedIn(client)).toBe(false)
  })

  it('comes for a role that was taken away with the next request too', async () => {
    const user = await makeUser({ isAdmin: true })
    const client = await signInAs(user)
    expect((await client.get('/api/admin/settings')).status).toBe(200)
    await db.update(users).set({ isAdmin: false }).where(eq(users.id, user.id))
    expect((await client.get('/api/admin/settings')).status).toBe(403)
  })
})

describe('a new token', () => {
  it.each(['the same', 'another'])(
    'of a sign-in to %s account ends the session that it replaces',
    async (whose) => {
      const user = await makeUser()
      const client = await signInAs(user)
      const stolen = client.copy()
      const { username } = whose === 'another' ? await makeUser() : user
      await client.request('POST', '/api/auth/login', { json: { username, password: testPassword } })
      expect([await isSignedIn(client), await isSignedIn(stolen)]).toEqual([true, false])
    },
  )

  it.each([
    ['the question before a grave act', '/api/auth/confirm', { password: testPassword }],
    [
      'a new password',
      '/api/account/password',
      { currentPassword: testPassword, newPassword: 'a newer one' },
    ],
  ])('comes with the password for %s, and voids copies of the old one', async (_, path, json) => {
    const client = await signInAs(await makeUser())
    const stolen = client.copy()
    expect((await client.request('POST', path, { json })).ok).toBe(true)
    expect([await isSignedIn(client), await isSignedIn(stolen)]).toEqual([true, false])
  })
})

describe('time', () => {
  const start = Date.UTC(2027, 2, 1)

  /** Uses a session every 11 hours. Returns the days until it ended. */
  async function daysInUse(isAdmin: boolean): Promise<number> {
    const { id, client } = await signInAt(start, { isAdmin })
    // Near the end, as if it had been in use until then.
    const seenAt = start + (isAdmin ? 6 : 179) * day
    await db.update(sessions).set({ seenAt }).where(eq(sessions.userId, id))
    const claims = {
      userId: id,
      sessionId: (await sessionOf(id)).id,
      tokenVersion: 0,
      premiumUntil: null,
      staff: isAdmin ? ('administrator' as const) : null,
    }
    client.setCookie(cookieName, await signSessionToken(config, claims, seenAt, 90 * 24 * 3600))
    for (client.now = seenAt; client.now < seenAt + 3 * day; client.now += 11 * hour) {
      if ((await client.get('/api/auth/me')).status !== 200) break
    }
    return Math.floor((client.now - start) / day)
  }

  it('ends a session that is always in use: after 180 days, of staff after 7', async () => {
    expect([await daysInUse(false), await daysInUse(true)]).toEqual([180, 7])
  })

  it('bounds a session by the account’s role as it is now', async () => {
    const { id, client } = await signInAt(start)
    client.now = start + 8 * day
    expect(await isSignedIn(client)).toBe(true)
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, id))
    expect(await isSignedIn(client)).toBe(false)
  })

  it('gives no token that outlives its session', async () => {
    const { client } = await signInAt(start, { isAdmin: true })
    const [cookie = ''] = (
      await client.request('POST', '/api/auth/confirm', { json: { password: testPassword } })
    ).headers.getSetCookie()
    expect(cookie).toContain(`Max-Age=${7 * 24 * 3600};`)
  })

  it('opens no media to staff whose session ended unused, and goes on opening it to those at work', async () => {
    const [asleep, atWork] = [
      await signInAt(start, { isAdmin: true }),
      await signInAt(start, { isAdmin: true }),
    ]
    const { id } = await makeVideo((await makeUser()).id, { isPublic: false })
    const { videoUrl } = await asleep.client.json<Video>('GET', `/api/videos/${id}`)
    const statusAt = async ({ client }: typeof asleep, at: number) => {
      client.now = at
      return (await client.get(videoUrl ?? '')).status
    }
    expect(await statusAt(asleep, start + 11 * hour)).toBe(200)
    for (let at = start; at < start + 15 * hour; at += 2 * hour) {
      atWork.client.now = at
      await atWork.client.get('/api/auth/me')
    }
    expect([await statusAt(asleep, start + 13 * hour), await statusAt(atWork, start + 15 * hour)]).toEqual([
      403, 200,
    ])
  })

  it('slides the 30 days of a session along by /me', async () => {
    const { id, client } = await signInAt(start)
    const asleep = client.copy()
    client.now = start + 23 * hour
    expect((await client.get('/api/auth/me')).headers.getSetCookie()).toEqual([])
    for (const after of [20 * day, 40 * day, 60 * day]) {
      client.now = start + after
      const response = await client.get('/api/auth/me')
      expect([after / day, response.status, response.headers.getSetCookie().length]).toEqual([
        after / day,
        200,
        // One write for the session, and one for the device.
        2,
      ])
      await vi.waitFor(async () => expect((await sessionOf(id)).seenAt).toBe(start + after))
    }
    asleep.now = start + 31 * day
    expect(await isSignedIn(asleep)).toBe(false)
  })

  it('ends a session that nobody used for 30 days, whatever its token says', async () => {
    const { id, client } = await signInAt(start)
    client.now = start + 31 * day
    const { id: sessionId } = await sessionOf(id)
    const claims = { userId: id, sessionId, tokenVersion: 0, premiumUntil: null, staff: null }
    client.setCookie(cookieName, await signSessionToken(config, claims, client.now, 3600))
    expect(await isSignedIn(client)).toBe(false)
  })

  it('ends an administrator’s after twelve hours without a request', async () => {
    const { client } = await signInAt(start, { isAdmin: true })
    client.now = start + 12 * hour
    const late = client.copy()
    late.now = start + 12 * hour + 1
    expect(await isSignedIn(late)).toBe(false)
    expect(await isSignedIn(client)).toBe(true)
  })

  it('notes use at most once an hour', async () => {
    const { id, client } = await signInAt(start)
    client.now = start + hour
    await isSignedIn(client)
    client.now = start + hour + 1
    await isSignedIn(client)
    await vi.waitFor(async () => expect((await sessionOf(id)).seenAt).toBe(start + hour + 1))
  })
})

describe('a token that is not ours', () => {
  const key = new TextEncoder().encode(config.sessionKeys[0]?.secret)
  const seconds = Math.floor(Date.now() / 1000)

  /** Returns the facts known to a forger who has seen a token. */
  async function known() {
    const user = await makeUser()
    const client = await signInAs(user)
    const { id: sid } = await sessionOf(user.id)
    const make = (change: Record<string, unknown> = {}) => {
      const payload = {
        sid,
        tv: 0,
        pu: null,
        adm: true,
        sub: String(user.id),
        iat: seconds,
        exp: seconds + 999,
      }
      return { ...payload, ...change }
    }
    return { client, make, token: client.cookie(cookieName) ?? '' }
  }

  const forgeries: Record<string, (of: Awaited<ReturnType<typeof known>>) => Promise<string> | string> = {
    'without a signature': ({ make }) => new UnsecuredJWT(make()).encode(),
    'with its signature cut off': ({ token }) => token.slice(0, token.lastIndexOf('.') + 1),
    'with another payload': ({ token, make }) => {
      const [head, , signature] = token.split('.')
      return `${head}.${btoa(JSON.stringify(make())).replace(/=+$/, '')}.${signature}`
    },
    'of an unknown key id': ({ make }) =>
      new SignJWT(make()).setProtectedHeader({ alg: 'HS256', kid: 'other' }).sign(key),
    'without a key id': ({ make }) => new SignJWT(make()).setProtectedHeader({ alg: 'HS256' }).sign(key),
    'of another key': ({ make }) =>
      new SignJWT(make())
        .setProtectedHeader({ alg: 'HS256', kid: 'test' })
        .sign(new TextEncoder().encode('another key that is long enough, too')),
    'of another algorithm': ({ make }) =>
      new SignJWT(make()).setProtectedHeader({ alg: 'HS512', kid: 'test' }).sign(key),
    'without an end': ({ make }) => {
      const { exp, ...endless } = make()
      return new SignJWT(endless).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(key)
    },
    'of another account': ({ make }) =>
      new SignJWT(make({ sub: '1' })).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(key),
    'of an unknown session': ({ make }) =>
      new SignJWT(make({ sid: 'unknown' })).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(key),
    'that is no token': () => 'a.b.c',
  }

  it.each(Object.entries(forgeries))('%s, is nobody’s', async (_, forge) => {
    const of = await known()
    expect(await isSignedIn(of.client)).toBe(true)
    of.client.setCookie(cookieName, await forge(of))
    expect(await isSignedIn(of.client)).toBe(false)
    expect((await of.client.get('/api/videos?limit=1')).status).toBe(200)
  })

  it('but ours, carries no authority', async () => {
    const { client, make } = await known()
    const token = await new SignJWT(make()).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(key)
    client.setCookie(cookieName, token)
    expect(await isSignedIn(client)).toBe(true)
    expect((await client.get('/api/admin/settings')).status).toBe(403)
  })
})

it('a key that is being replaced still opens its tokens', async () => {
  const claims = { userId: 3, sessionId: 's', tokenVersion: 0, premiumUntil: null, staff: null }
  const now = Date.now()
  const old = { id: 'old', secret: 'o'.repeat(40) }
  const token = await signSessionToken({ ...config, sessionKeys: [old] }, claims, now, 3600)
  const rotated = { ...config, sessionKeys: [{ id: 'new', secret: 'n'.repeat(40) }, old] }
  expect(await readSessionToken(token, rotated, now)).toMatchObject(claims)
  expect(await readSessionToken(token, config, now)).toBeNull()
})
