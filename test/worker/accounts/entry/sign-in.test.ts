import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { legalAcceptances, legalDocuments, users } from '#db/schema'
import { newAccount, signIn, signUp } from '#test/support/accounts/accounts'
import { problemOf, TestClient } from '#test/support/client'
import { ban, day, makeTerm, makeUser, randomLetters, testDb, testPassword } from '#test/support/factories'

const db = testDb()

describe('sign-up', () => {
  it('makes an account and signs it in', async () => {
    const client = new TestClient()
    const account = newAccount()
    const response = await signUp(account, client)
    expect(response.status).toBe(201)
    const user = await response.json()
    expect(user).toEqual({
      id: expect.any(Number),
      username: account.username,
      email: account.email,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      isPremium: false,
      isAdmin: false,
      staff: null,
      capabilities: ['video.create', 'video.like', 'video.save', 'comment.write'],
      premiumUntil: null,
      emailVerified: false,
      savesHistory: true,
      claim: null,
      unread: 0,
    })
    expect(await client.json('GET', '/api/auth/me')).toEqual(user)
  })

  it('keeps no password, and a hash that says how it was made', async () => {
    const account = newAccount()
    await signUp(account)
    const [row] = await db.select().from(users).where(eq(users.username, account.username))
    expect(row?.passwordHash).toMatch(/^\$scrypt\$ln=4,r=8,p=5,k=test\$[\w-]{22}\$[\w-]{43}$/)
    expect(JSON.stringify(row)).not.toContain(account.password)
  })

  it('stores which version of terms and privacy was agreed to, and when', async () => {
    const newest = db
      .select({ slug: legalDocuments.slug, version: sql<number>`max(version)`.as('newest') })
      .from(legalDocuments)
      .groupBy(legalDocuments.slug)
    const before = new Map((await newest).map(({ slug, version }) => [slug, version]))
    const next = (before.get('terms') ?? 0) + 1
    await db
      .insert(legalDocuments)
      .values({ slug: 'terms', version: next, title: 'Terms', body: 'New text', publishedAt: 0 })
    const client = new TestClient()
    client.now = 1_800_000_000_000
    const { id } = await (await signUp(newAccount(), client)).json<{ id: number }>()
    const accepted = await db.select().from(legalAcceptances).where(eq(legalAcceptances.userId, id))
    expect(accepted).toEqual([
      { userId: id, slug: 'privacy', version: before.get('privacy'), acceptedAt: client.now },
      { userId: id, slug: 'terms', version: next, acceptedAt: client.now },
    ])
  })

  it('refuses a name that is taken in another case or width, or by one that looks like it', async () => {
    const letters = randomLetters(8)
    expect((await signUp(newAccount({ username: `corn${letters}` }))).status).toBe(201)
    for (const username of [
      `corn${letters}`,
      `CORN${letters.toUpperCase()}`,
      `ｃｏｒｎ${letters}`,
      `com${letters}`,
      `c0rn${letters}`,
      `co.rn-${letters}`,
      `córn${letters}`,
    ]) {
      const response = await signUp(newAccount({ username }))
      expect([username, response.status]).toEqual([username, 409])
      const { code, errors } = await problemOf(response)
      expect([code, errors?.[0]?.path]).toEqual(['username_taken', 'username'])
    }
  })

  it('refuses an address that has an account, in any case', async () => {
    const first = newAccount()
    await signUp(first)
    const response = await signUp(newAccount({ email: first.email.toUpperCase() }))
    const { code, errors, detail } = await problemOf(response)
    expect([response.status, code, errors?.[0]?.path]).toEqual([409, 'email_taken', 'email'])
    expect(detail).toBe("There's already an account with this email.")
  })

  it('refuses the same again, whoever sends it: only signing in looks at the password', async () => {
    const first = newAccount()
    await signUp(first)
    const again = await signUp(first)
    expect([again.headers.getSetCookie(), (await problemOf(again)).code]).toEqual([[], 'email_taken'])
  })

  it.each(['username', 'email'] as const)('lets one of two have a %s that both want', async (field) => {
    const shared = newAccount()
    const both = await Promise.all(
      [newAccount(), newAccount()].map((each) => signUp({ ...each, [field]: shared[field] })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused && (await problemOf(refused)).code).toBe(`${field}_taken`)
  })
})

describe('sign-in', () => {
  it('takes the name in any case and width, with blanks around it, and says who it is', async () => {
    const { id, username } = await makeUser()
    const wide = username.replace('u', 'Ｕ')
    for (const name of [username, username.toUpperCase(), wide, ` ${username}\u3000`, `\u200b${username}`]) {
      const response = await signIn(name)
      expect([name, response.status, (await response.json<{ id: number }>()).id]).toEqual([name, 200, id])
    }
  })

  it('takes the password in any form of its letters, in each place where it is typed', async () => {
    const client = new TestClient()
    const account = {
      ...newAccount(),
      username: ` ${newAccount().username} `,
      password: 'cafe\u0301 terrasse',
    }
    expect((await signUp(account, client)).status).toBe(201)
    expect((await signIn(account.username.trim(), 'caf\u00e9 terrasse')).status).toBe(200)
    for (const password of ['caf\u00e9 terrasse', 'cafe\u0301 terrasse'])
      expect((await client.request('POST', '/api/auth/confirm', { json: { password } })).status).toBe(204)
    const json = { currentPassword: 'caf\u00e9 terrasse', newPassword: 'cafe\u0301 du port' }
    expect((await client.request('POST', '/api/account/password', { json })).status).toBe(204)
    expect((await signIn(account.username, 'caf\u00e9 du port')).status).toBe(200)
  })

  it('says the same of an unknown name as of a wrong password', async () => {
    const { username } = await makeUser()
    const answers = await Promise.all(
      [signIn(username, 'wrong password'), signIn(`x${username}`, 'wrong password')].map(async (sent) => {
        const response = await sent
        const headers = [...response.headers].filter(([name]) => name !== 'server-timing')
        return { status: response.status, headers, body: await response.text() }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.status).toBe(401)
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({
      code: 'bad_credentials',
      detail: 'Invalid username or password. Please try again.',
    })
  })

  it('sets a cookie that scripts and other sites do not get', async () => {
    const { username } = await makeUser()
    const [cookie = ''] = (await signIn(username)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-session=[\w-]+\.[\w-]+\.[\w-]+; /)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('says until when and why an account is banned, to whoever knows the password', async () => {
    const { id, username } = await makeUser()
    await ban(id, Date.UTC(2099, 4, 6))
    const response = await signIn(username)
    const { code, detail } = await problemOf(response)
    expect([response.status, code]).toEqual([403, 'banned'])
    expect(detail).toBe('This account is suspended until 2099-05-06: spam')
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await problemOf(await signIn(username, 'wrong password'))).code).toBe('bad_credentials')
  })

  it('lets an account in again when its ban has ended', async () => {
    const { id, username } = await makeUser()
    await ban(id, Date.now() - 1)
    expect((await signIn(username)).status).toBe(200)
  })

  it('says premium of a running term alone, not of a role', async () => {
    const [lapsed, member, staff] = await Promise.all([
      makeUser({ premiumUntil: Date.now() - day }),
      makeUser({ premiumUntil: Date.UTC(2090, 0, 1) }),
      makeUser({ isAdmin: true }),
    ])
    const view = async (username: string) => (await signIn(username)).json()
    expect(await view(lapsed.username)).toMatchObject({ isPremium: false, isAdmin: false })
    expect(await view(member.username)).toMatchObject({
      isPremium: true,
      premiumUntil: '2090-01-01T00:00:00.000Z',
    })
    expect(await view(staff.username)).toMatchObject({ isPremium: false, isAdmin: true, premiumUntil: null })
  })
})

describe('sessions of members', () => {
  it('are told by /me, with a new cookie, when the term changed', async () => {
    const { id, username } = await makeUser()
    const client = new TestClient()
    await signIn(username, testPassword, client)
    expect((await client.get('/api/auth/me')).headers.getSetCookie()).toEqual([])
    await makeTerm(id, Date.now() + day)
    const response = await client.get('/api/auth/me')
    expect(await response.json()).toMatchObject({ isPremium: true })
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=/)
    expect((await client.get('/api/auth/me')).headers.getSetCookie()).toEqual([])
  })
})
