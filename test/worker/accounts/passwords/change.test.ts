import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { TotpSetup } from '#contract/schemas/accounts/account'
import { accountMessages } from '#contract/values/accounts/account'
import { renewPasswordHash } from '#db/queries/accounts/users'
import { challenges, users } from '#db/schema'
import { signIn } from '#test/support/accounts/accounts'
import { linkOwner, mailsTo, signInAgain } from '#test/support/accounts/links'
import { codeAt } from '#test/support/accounts/second-factor'
import { problemOf, TestClient } from '#test/support/client'
import { userContext } from '#test/support/context'
import { testDb, testPassword } from '#test/support/factories'
import { parseConfig } from '#worker/config'
import { changePassword } from '#worker/services/accounts/passwords/change'
import { hashPassword } from '#worker/services/accounts/passwords/hash'

const start = Date.UTC(2027, 2, 1)
const newPassword = 'a newer password'

function change(client: TestClient, json: unknown = { currentPassword: testPassword, newPassword }) {
  return client.request('POST', '/api/account/password', { json })
}

async function isSignedIn(client: TestClient): Promise<boolean> {
  const response = await client.get('/api/videos/my-videos/counts')
  await response.arrayBuffer()
  return response.status === 200
}

describe('a change of the password', () => {
  it('keeps this session, ends all others with their next request, and mails', async () => {
    const owner = await linkOwner(start)
    const other = new TestClient()
    other.now = start
    await signInAgain({ ...owner, client: other })
    expect(await isSignedIn(other)).toBe(true)
    const response = await change(owner.client)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect([await isSignedIn(owner.client), await isSignedIn(other)]).toEqual([true, false])
    const [mail] = await mailsTo(owner.email)
    expect(mail?.subject).toBe('Your password was changed')
    expect(mail?.body).not.toContain(newPassword)
  })

  it('lets the new one in and the old one no more', async () => {
    const owner = await linkOwner(start)
    await change(owner.client)
    expect((await signIn(owner.username)).status).toBe(401)
    expect((await signIn(owner.username, newPassword)).status).toBe(200)
  })

  it('makes a copy of the old cookie worthless, of this very session too', async () => {
    const { client } = await linkOwner(start)
    const copied = client.copy()
    await change(client)
    expect([await isSignedIn(client), await isSignedIn(copied)]).toEqual([true, false])
  })

  it('counts as the password typed just now', async () => {
    const { client } = await linkOwner(start, { isAdmin: true })
    client.now = start + 11 * 3600_000
    const promote = () => client.request('POST', '/api/admin/users/999999/promote')
    expect((await problemOf(await promote())).code).toBe('password_required')
    await change(client)
    expect((await problemOf(await promote())).code).toBe('not_found')
  })

  it('ends a sign-in that is half done', async () => {
    const owner = await linkOwner(start)
    const begun = { id: `ticket-${owner.id}`, kind: 'second-factor', userId: owner.id } as const
    await testDb()
      .insert(challenges)
      .values({ ...begun, tokenVersion: 0, expiresAt: start + 60_000 })
    await change(owner.client)
    const left = await testDb().select().from(challenges).where(eq(challenges.userId, owner.id))
    expect(left).toEqual([])
  })

  it('ends an app that still waits for its first code', async () => {
    const { client } = await linkOwner(start)
    const { secret } = await client.json<TotpSetup>('POST', '/api/account/security/totp')
    await change(client)
    const json = { code: codeAt(secret, start) }
    const confirmed = await client.request('POST', '/api/account/security/totp/confirm', { json })
    expect((await problemOf(confirmed)).code).toBe('conflict')
  })

  it('twice at once has one effect, and the second is told', async () => {
    const owner = await linkOwner(start)
    const answers = await Promise.all(
      ['one password', 'two passwords'].map((next) =>
        change(owner.client.copy(), { currentPassword: testPassword, newPassword: next }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()[0]).toBe(204)
    expect([401, 409]).toContain(statuses.toSorted()[1])
    const kept = statuses.indexOf(204) === 0 ? 'one password' : 'two passwords'
    expect((await signIn(owner.username, kept)).status).toBe(200)
    expect(await mailsTo(owner.email)).toHaveLength(1)
  })

  it('stands although a sign-in with the old one hashes that anew at the same moment', async () => {
    const owner = await linkOwner(start)
    const [row] = await testDb().select().from(users).where(eq(users.id, owner.id))
    if (!row) throw new Error('There is no account')
    await change(owner.client)
    const anew = hashPassword(testPassword, parseConfig(env))
    await renewPasswordHash(testDb(), owner.id, row.passwordHash, anew)
    expect((await signIn(owner.username, newPassword)).status).toBe(200)
  })
})

describe('a hash with weaker parameters', () => {
  const password = testPassword
  it.each([
    ['/api/auth/login', (username: string) => ({ username, password })],
    ['/api/auth/confirm', () => ({ password })],
    ['/api/account/password', () => ({ currentPassword: password, newPassword })],
  ])('is made anew by %s', async (path, jsonOf) => {
    const owner = await linkOwner(start)
    const config = parseConfig(env)
    const { ln } = config.passwordCost
    const weaker = { ...config, passwordCost: { ...config.passwordCost, ln: ln - 1 } }
    const passwordHash = hashPassword(password, weaker)
    await testDb().update(users).set({ passwordHash }).where(eq(users.id, owner.id))
    const { status } = await owner.client.request('POST', path, { json: jsonOf(owner.username) })
    expect(status).toBeLessThan(300)
    const [row] = await testDb().select().from(users).where(eq(users.id, owner.id))
    expect(row?.passwordHash).toContain(`$ln=${ln},`)
  })
})

describe('a change of the password is refused', () => {
  it.each<[string, unknown, string]>([
    ['without the old one', { newPassword }, 'invalid_input'],
    ['with a wrong one', { currentPassword: 'wrong', newPassword }, 'bad_credentials'],
    ['for a short one', { currentPassword: testPassword, newPassword: '12345' }, 'invalid_input'],
    ['for a long one', { currentPassword: testPassword, newPassword: 'x'.repeat(1025) }, 'invalid_input'],
    [
      'for one of many bytes',
      { currentPassword: testPassword, newPassword: '€'.repeat(342) },
      'invalid_input',
    ],
    ['for the same', { currentPassword: testPassword, newPassword: testPassword }, 'invalid_input'],
    ['for somebody else', { currentPassword: testPassword, newPassword, userId: 1 }, 'invalid_input'],
  ])('%s', async (_, json, code) => {
    const owner = await linkOwner(start)
    expect((await problemOf(await change(owner.client, json))).code).toBe(code)
    expect((await signIn(owner.username)).status).toBe(200)
    expect(await mailsTo(owner.email)).toEqual([])
  })

  it('to visitors, who have to sign in', async () => {
    expect((await problemOf(await change(new TestClient()))).code).toBe('unauthenticated')
  })

  it('in the words of the form', async () => {
    const { client } = await linkOwner(start)
    const wrong = await problemOf(await change(client, { currentPassword: 'wrong', newPassword }))
    expect(wrong).toMatchObject({ status: 401, detail: accountMessages.passwordWrong })
    const same = { currentPassword: testPassword, newPassword: testPassword }
    expect((await problemOf(await change(client, same))).errors).toEqual([
      { path: 'newPassword', message: accountMessages.passwordSame },
    ])
  })

  it('after ten wrong guesses, the right one too', async () => {
    const { client } = await linkOwner(start)
    for (let guess = 0; guess < 10; guess += 1)
      await change(client, { currentPassword: `guess ${guess}`, newPassword })
    expect((await problemOf(await change(client))).code).toBe('rate_limited')
  })

  it('to a session that was ended while the new one was hashed', async () => {
    const { id } = await linkOwner(start)
    const ctx = await userContext(start)
    const stale = { ...ctx, actor: { ...ctx.actor, id, tokenVersion: 7 } }
    const changing = changePassword(stale, { currentPassword: testPassword, newPassword })
    await expect(changing).rejects.toMatchObject({ code: 'conflict' })
  })
})
