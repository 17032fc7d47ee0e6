import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import type { TotpSetup } from '#contract/schemas/accounts/account'
import { forgotPasswordInput } from '#contract/schemas/accounts/account'
import { linkMs } from '#contract/values/accounts/account'
import { mailOutbox, mailTokens, passkeys, recoveryCodes, sessions, totpSecrets, users } from '#db/schema'
import { signIn } from '#test/support/accounts/accounts'
import { askForLink, bringLink, linkOwner, mailsTo } from '#test/support/accounts/links'
import { addPasskey } from '#test/support/accounts/passkeys'
import { codeAt } from '#test/support/accounts/second-factor'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext, settled } from '#test/support/context'
import { ban, randomLetters, testDb, testPassword } from '#test/support/factories'
import { forgotPassword } from '#worker/services/accounts/passwords/forgot'

const db = testDb()
const start = Date.UTC(2027, 2, 1)
const security = '/api/account/security'

/** Works like POST /api/auth/forgot, and waits for the work after the response. */
async function ask(written: string, now = start): Promise<void> {
  const { email } = forgotPasswordInput.parse({ email: written })
  const ctx = await jobContext(now)
  const client = { address: `10.9.${randomLetters(8)}`, userAgent: 'test' }
  await settled({ ...ctx, client }, (each) => forgotPassword(each, email))
}

describe('a forgotten password', () => {
  it('is replaced by who reads the account’s mail, who then signs in', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, 'reset')
    const visitor = new TestClient()
    visitor.now = start
    const response = await bringLink(visitor, 'reset', token)
    expect(response.status).toBe(200)
    expect(visitor.cookie('__Host-session')).toBeUndefined()
    expect((await signIn(owner.username)).status).toBe(401)
    expect((await signIn(owner.username, 'another password')).status).toBe(200)
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
      'Reset your password',
      'Your password was changed',
    ])
  })

  it('ends every session, and shows that the address works', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, 'reset')
    await bringLink(new TestClient(), 'reset', token, { 'x-test-now': String(start) })
    expect((await owner.client.get('/api/auth/me')).status).toBe(401)
    expect(await db.select().from(sessions).where(eq(sessions.userId, owner.id))).toEqual([])
    const [row] = await db.select().from(users).where(eq(users.id, owner.id))
    expect(row).toMatchObject({ emailVerifiedAt: start, tokenVersion: 1 })
  })

  it.each([
    [
      'takes what was set up before anybody had confirmed the address, and says so',
      null,
      {},
      {
        left: [0, 0],
        removed: { passkeys: 1, twoStep: true },
        says: 'Passkeys and two-step sign-in were removed',
      },
    ],
    [
      'leaves what was set up by who has the address, and says so',
      start,
      {},
      { left: [1, 1], removed: { passkeys: 0, twoStep: false }, says: "two-step sign-in haven't changed" },
    ],
    [
      'takes passkeys alone where that was chosen, and says so',
      start,
      { removePasskeys: true },
      {
        left: [0, 1],
        removed: { passkeys: 1, twoStep: false },
        says: 'Your passkeys were removed, as you asked',
      },
    ],
  ])('%s', async (_, emailVerifiedAt, choice, { left, removed, says }) => {
    const owner = await linkOwner(start)
    await db.update(users).set({ emailVerifiedAt }).where(eq(users.id, owner.id))
    await addPasskey(owner.client)
    const { secret } = await owner.client.json<TotpSetup>('POST', `${security}/totp`)
    const json = { code: codeAt(secret, start) }
    expect((await owner.client.request('POST', `${security}/totp/confirm`, { json })).status).toBe(200)
    const token = await askForLink(owner, 'reset')
    const offer = await owner.client.json('POST', '/api/auth/reset/offer', { token })
    expect(offer).toEqual({ passkeys: emailVerifiedAt === null ? 0 : 1 })
    const chosen = { token, password: 'another password', ...choice }
    expect(await owner.client.json('POST', '/api/auth/reset', chosen)).toEqual(removed)
    const [keys = 0, app = 0] = left
    for (const [table, count] of [
      [passkeys, keys],
      [totpSecrets, app],
      [recoveryCodes, app * 10],
    ] as const) {
      expect(await db.select().from(table).where(eq(table.userId, owner.id))).toHaveLength(count)
    }
    const changed = (await mailsTo(owner.email)).filter(
      ({ subject }) => subject === 'Your password was changed',
    )
    expect(changed.map(({ body }) => body.includes(says))).toEqual([true])
  })

  it('is found by the address however it is written', async () => {
    for (const written of [
      (email: string) => email.toUpperCase(),
      (email: string) => ` ${email.replace('@', '＠')}`,
    ]) {
      const { email } = await linkOwner(start)
      await ask(written(email))
      expect(await mailsTo(email)).toHaveLength(1)
    }
  })

  it('keeps the old one for a new one that is refused, and the link with it', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, 'reset')
    const json = { token, password: '12345' }
    const refused = await owner.client.request('POST', '/api/auth/reset', { json })
    expect((await problemOf(refused)).code).toBe('invalid_input')
    expect((await signIn(owner.username)).status).toBe(200)
    expect((await bringLink(owner.client, 'reset', token)).status).toBe(200)
  })
})

describe('the answer to who asks', () => {
  const askAt = (email: string, client = new TestClient()) =>
    client.request('POST', '/api/auth/forgot', { json: { email } })

  it('is the same for every address, and costs the same', async () => {
    const { email } = await linkOwner(start)
    const seen = []
    for (const address of [email, `nobody-${email}`, email, `nobody-${email}`]) {
      const response = await askAt(address)
      const headers = [...response.headers.keys()].filter((name) => name !== 'server-timing').sort()
      seen.push([response.status, await response.text(), headers, d1Cost(response)])
    }
    for (const each of seen) expect(each).toEqual(seen[0])
    expect(seen[0]?.[0]).toBe(202)
  })

  it('leaves as many statements and transactions to be run after it', async () => {
    const { email } = await linkOwner(start)
    const batches = []
    for (const address of [email, `nobody-${email}`]) {
      const ctx = await jobContext(start)
      const run = vi.spyOn(ctx.db, 'batch')
      await settled({ ...ctx, client: { address, userAgent: 'test' } }, (each) =>
        forgotPassword(each, address),
      )
      batches.push(run.mock.calls.map(([statements]) => statements.length))
    }
    expect(batches[0]).toEqual(batches[1])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('ends at ten an hour for a client, whatever it asks for', async () => {
    const { email } = await linkOwner(start)
    for (const address of [email, `nobody-${email}`]) {
      const client = new TestClient()
      client.now = start
      for (let times = 0; times < 10; times += 1) expect((await askAt(address, client)).status).toBe(202)
      expect((await askAt(address, client)).status).toBe(429)
    }
  })

  it.each(['', 'nobody', 'a@b@c.org', 7, null])('refuses %j as an address', async (email) => {
    const response = await new TestClient().request('POST', '/api/auth/forgot', { json: { email } })
    expect((await problemOf(response)).code).toBe('invalid_input')
  })
})

describe('no mail', () => {
  it('goes to who has no account, who is banned, or who is being erased', async () => {
    const [banned, erased] = [await linkOwner(start), await linkOwner(start)]
    await ban(banned.id)
    await db.update(users).set({ deletingAt: start }).where(eq(users.id, erased.id))
    for (const { email } of [banned, erased, { email: `${randomLetters(12)}@example.com` }]) {
      await ask(email)
      expect(await mailsTo(email)).toEqual([])
    }
    for (const { id } of [banned, erased])
      expect(await db.select().from(mailTokens).where(eq(mailTokens.userId, id))).toEqual([])
  })

  it('goes beyond five to one box, which then holds a link that is still good', async () => {
    const owner = await linkOwner(start)
    for (let times = 0; times < 7; times += 1) await ask(owner.email, start + times)
    expect(await mailsTo(owner.email)).toHaveLength(5)
    await ask(owner.email, start + linkMs.reset - 1)
    const kept = await db.select().from(mailTokens).where(eq(mailTokens.userId, owner.id))
    expect(kept.map(({ expiresAt }) => expiresAt)).toEqual([start + 4 + linkMs.reset])
    await ask(owner.email, start + linkMs.reset)
    expect(await mailsTo(owner.email)).toHaveLength(6)
  })

  it('names the account to anybody but who confirmed the address', async () => {
    const [owner, other] = [await linkOwner(start), await linkOwner(start)]
    await db.update(users).set({ emailVerifiedAt: start }).where(eq(users.id, owner.id))
    await ask(owner.email)
    await ask(other.email)
    expect((await mailsTo(other.email))[0]?.body).not.toContain(other.username)
    const about = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, owner.email))
    expect(about.map(({ body }) => body.includes(owner.username))).toEqual([true])
    expect(about.map(({ subject }) => subject)).toEqual(['Reset your password'])
    expect(about.some(({ body }) => body.includes(testPassword))).toBe(false)
  })
})
