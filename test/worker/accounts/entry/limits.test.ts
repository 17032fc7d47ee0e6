import { describe, expect, it } from 'vitest'
import { rateWindows } from '#db/schema'
import { newAccount, signIn, signUp } from '#test/support/accounts/accounts'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { makeUser, signInAs, testDb, testPassword } from '#test/support/factories'

const db = testDb()
const minute = 60_000

describe('limits of sign-in', () => {
  async function failing(times: number, username: string, now: number): Promise<number[]> {
    const statuses: number[] = []
    for (let tried = 0; tried < times; tried += 1) {
      // Each request comes from another IP address, as from a botnet.
      const client = new TestClient()
      client.now = now
      statuses.push((await signIn(username, 'wrong password', client)).status)
    }
    return statuses
  }

  it('stop guesses at one account after ten failures in 15 minutes, before the password is looked at', async () => {
    const { username } = await makeUser()
    const now = Date.now()
    await db
      .insert(rateWindows)
      .values({ key: `signInAccount:${username}`, count: 8, resetsAt: now + 15 * minute })
    expect(await failing(2, username, now)).toEqual([401, 401])
    const client = new TestClient()
    client.now = now
    await client.get('/api/settings')
    const response = await signIn(username.toUpperCase(), testPassword, client)
    const { code, detail } = await problemOf(response)
    expect([response.status, code, response.headers.get('retry-after')]).toEqual([429, 'rate_limited', '900'])
    expect(detail).toMatch(
      /^Too many failed attempts to sign in to this account\. Try again in 15 minutes\. To sign in/,
    )
    // The account was read together with the windows, and those of the network were given back. No hash was computed,
    // and no session was begun.
    expect(d1Cost(response)).toMatchObject({ trips: 2 })
    client.now = now + 15 * minute
    expect((await signIn(username, testPassword, client)).status).toBe(200)
  })

  it('count failures only', async () => {
    const { username } = await makeUser()
    const now = Date.now()
    const key = `signInAccount:${username}`
    await db.insert(rateWindows).values([
      { key, count: 9, resetsAt: now + minute },
      { key: `signInAccountDay:${username}`, count: 99, resetsAt: now + minute },
    ])
    const client = new TestClient()
    client.now = now
    for (let times = 0; times < 3; times += 1) {
      expect((await signIn(username, testPassword, client)).status).toBe(200)
    }
    expect(await failing(2, username, now)).toEqual([401, 429])
  })

  it.each([
    ['an account in a day', 100, (username: string, _: TestClient) => `signInAccountDay:${username}`],
    ['an address', 25, (_: string, client: TestClient) => `signInAddress:${client.address}`],
  ])('end at a number of tries for %s', async (_, most, keyOf) => {
    const { username } = await makeUser()
    const client = new TestClient()
    const key = keyOf(username, client)
    const resetsAt = Date.now() + minute
    await db.insert(rateWindows).values({ key, count: most - 1, resetsAt })
    expect((await signIn(username, 'wrong password', client)).status).toBe(401)
    expect((await signIn(username, testPassword, client)).status).toBe(429)
  })
})

describe('limits of sign-up', () => {
  it('lets an address make three accounts in an hour, and writes nothing when it wants a fourth', async () => {
    const client = new TestClient()
    client.now = Date.now()
    for (let made = 0; made < 3; made += 1) expect((await signUp(newAccount(), client)).status).toBe(201)
    // The isolate has the current settings from here on.
    await client.get('/api/settings')
    const response = await signUp(newAccount(), client)
    expect([response.status, (await problemOf(response)).code]).toEqual([429, 'rate_limited'])
    expect(Number(response.headers.get('retry-after'))).toBe(3600)
    // It read its session and the names, and counted five uses, one of which it gave back. No account was
    // created.
    expect(d1Cost(response).queries).toBe(8)
    client.now += 60 * minute
    expect((await signUp(newAccount(), client)).status).toBe(201)
  })

  it('lets an address ask of twenty names whether they are taken, and answers of none after that', async () => {
    const { username } = await makeUser()
    const client = new TestClient()
    client.now = Date.now()
    const key = `signUpTry:${client.address}`
    await db.insert(rateWindows).values({ key, count: 19, resetsAt: client.now + minute })
    const known = newAccount({ email: `${username}@example.com` })
    expect((await problemOf(await signUp(known, client))).code).toBe('email_taken')
    for (const json of [known, newAccount()])
      expect((await problemOf(await signUp(json, client))).code).toBe('rate_limited')
  })

  it('tells an address of five registered emails an hour, and then of none', async () => {
    const { username } = await makeUser()
    const client = new TestClient()
    client.now = Date.now()
    const known = () => newAccount({ email: `${username}@example.com` })
    const taken = () => newAccount({ username })
    const codeOf = async (json: unknown) => (await problemOf(await signUp(json, client))).code
    // This limit is of another kind, so it doesn't count.
    expect(await codeOf(taken())).toBe('username_taken')
    for (let told = 0; told < 5; told += 1) expect(await codeOf(known())).toBe('email_taken')
    const answers: unknown[] = []
    for (const json of [known(), newAccount(), taken()]) {
      const response = await signUp(json, client)
      answers.push([await problemOf(response), response.headers.get('retry-after')])
    }
    const { status, code, detail } = (answers[0] as [Awaited<ReturnType<typeof problemOf>>])[0]
    expect([status, code, detail]).toEqual([
      429,
      'rate_limited',
      'Too many sign-up attempts. Try again in 60 minutes.',
    ])
    expect(answers).toEqual(Array(3).fill(answers[0]))
    client.now += 60 * minute
    expect((await signUp(newAccount(), client)).status).toBe(201)
  })

  it('tells five at once of registered emails, and no more', async () => {
    const { username } = await makeUser()
    const client = new TestClient()
    client.now = Date.now()
    const json = newAccount({ email: `${username}@example.com` })
    const codes: string[] = []
    for (let batch = 0; batch < 4; batch += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => signUp(json, client)))
      for (const answer of answers) codes.push((await problemOf(answer)).code)
    }
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(5)
  })
})

describe('the outer limit', () => {
  const perMinute = 30

  it.each([
    ['signup', 400],
    ['login', 400],
    ['second-factor', 400],
    ['passkey/challenge', 200],
    ['passkey', 400],
    ['forgot', 400],
    ['reset', 400],
    ['verify-email', 400],
    ['confirm-email', 400],
  ])('is met by whoever keeps asking for /api/auth/%s', async (path, before) => {
    expect(await statusesOf(new TestClient(), `/api/auth/${path}`)).toEqual([before, 429])
  })

  it.each(['auth/confirm', 'account/password', 'account/email'])(
    'is met by an account that keeps asking for /api/%s, and by no stranger',
    async (path) => {
      const client = await signInAs(await makeUser())
      expect(await statusesOf(client, `/api/${path}`)).toEqual([400, 429])
      expect(await statusesOf(new TestClient(), `/api/${path}`)).toEqual([401])
    },
  )

  /** Returns the distinct statuses of more requests than any two minutes allow. */
  async function statusesOf(client: TestClient, path: string): Promise<number[]> {
    const statuses = new Set<number>()
    for (let asked = 0; asked <= 2 * perMinute && !statuses.has(429); asked += 1) {
      statuses.add((await client.request('POST', path, { json: {} })).status)
    }
    return [...statuses]
  }
})
