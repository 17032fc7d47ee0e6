import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { RecoveryCodes, Security, TotpSetup } from '#contract/schemas/accounts/account'
import type { User } from '#contract/schemas/accounts/auth'
import type { Overview } from '#contract/schemas/site/overview'
import { confirmedMs } from '#contract/values/accounts/account'
import { challenges, recoveryCodes, totpSecrets } from '#db/schema'
import {
  codeAt,
  firstStep,
  guardedAt,
  secondStep,
  signedInAt,
  stepMs,
} from '#test/support/accounts/second-factor'
import { problemOf, type TestClient } from '#test/support/client'
import { signInAs, testDb } from '#test/support/factories'
import { mailsTo } from '#test/support/moderation/safety'

const db = testDb()
const now = Date.UTC(2027, 2, 1, 12, 0, 5)
const path = '/api/account/security'
const me = async (client: TestClient) => (await client.get('/api/auth/me')).status
const subjects = async (username: string) =>
  (await mailsTo(`${username}@example.com`)).map(({ subject }) => subject)

/** Returns a text as a Japanese keyboard types it. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
}

describe('turning two-step sign-in on', () => {
  it('takes a secret, its first code, and hands out recovery codes', async () => {
    const { client, id, username } = await signedInAt(now)
    expect(await client.json<Security>('GET', path)).toEqual({
      totp: false,
      recoveryCodesLeft: 0,
      confirmFirst: false,
      passkeys: [],
    })
    const { secret, uri } = await client.json<TotpSetup>('POST', `${path}/totp`)
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`Nocturne:${username}`)
    // No code is required before the first one was typed.
    expect((await client.json<Security>('GET', path)).totp).toBe(false)
    const { codes } = await client.json<RecoveryCodes>('POST', `${path}/totp/confirm`, {
      code: codeAt(secret, now),
    })
    expect(new Set(codes).size).toBe(10)
    expect(await client.json<Security>('GET', path)).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect(await subjects(username)).toEqual(['Two-step sign-in is on'])
    const [stored] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, id))
    expect(stored?.secret).not.toContain(secret)
    const hashes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))
    for (const { hash } of hashes) for (const code of codes) expect(hash).not.toContain(code)
  })

  it('can be begun again, after which only the new secret counts', async () => {
    const { client } = await signedInAt(now)
    const first = await client.json<TotpSetup>('POST', `${path}/totp`)
    const second = await client.json<TotpSetup>('POST', `${path}/totp`)
    const confirm = (secret: string) =>
      client.request('POST', `${path}/totp/confirm`, { json: { code: codeAt(secret, now) } })
    expect((await problemOf(await confirm(first.secret))).code).toBe('invalid_input')
    expect((await confirm(second.secret)).status).toBe(200)
  })

  it('tells nobody without the password which code is right, and makes no other codes', async () => {
    const { client, secret, username, codes } = await guardedAt(now)
    const confirm = async (code: string) => {
      const { status, detail } = await problemOf(
        await client.request('POST', `${path}/totp/confirm`, { json: { code } }),
      )
      return [status, detail]
    }
    const spent = await confirm(codeAt(secret, now))
    expect(spent).toEqual([409, expect.stringContaining('already on')])
    expect(await confirm(codeAt(secret, now + stepMs))).toEqual(spent)
    expect(await confirm(codeAt(secret, now + 100 * stepMs))).toEqual(spent)
    const { client: other, ticket } = await firstStep(username, now + stepMs)
    expect((await secondStep(other, { ticket, code: codes[0] })).status).toBe(200)
  })

  it('twice at once has one effect, and the codes that were answered are the ones that count', async () => {
    const { client, username } = await signedInAt(now)
    const { secret } = await client.json<TotpSetup>('POST', `${path}/totp`)
    const json = { code: wide(codeAt(secret, now).replace(/^.../, '$& ')) }
    const answers = await Promise.all(
      [1, 2].map(() => client.request('POST', `${path}/totp/confirm`, { json })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const bodies = await Promise.all(answers.map((answer) => answer.json<Partial<RecoveryCodes>>()))
    const [codes = []] = bodies.flatMap((body) => (body.codes ? [body.codes] : []))
    const { client: other, ticket } = await firstStep(username, now + stepMs)
    expect((await secondStep(other, { ticket, code: codes[0] })).status).toBe(200)
  })
})

describe('signing in', () => {
  it('asks for the code after the password, and there is no session before it', async () => {
    const { username, secret } = await guardedAt(now)
    const { client, needed, ticket } = await firstStep(username, now + stepMs)
    expect(needed).toEqual({ secondFactor: ['totp', 'recovery'], ticket, passkey: null })
    expect(client.cookie('__Host-session')).toBeUndefined()
    expect(await me(client)).toBe(401)
    const response = await secondStep(client, { ticket, code: codeAt(secret, now + stepMs) })
    expect([response.status, ((await response.json()) as User).username]).toEqual([200, username])
    expect(await me(client)).toBe(200)
  })

  it('takes codes of a clock that is a little off, with a gap between their halves', async () => {
    const { username, secret } = await guardedAt(now)
    for (const [at, off] of [
      [now + 3 * stepMs, -stepMs],
      [now + 3 * stepMs, stepMs],
    ] as const) {
      const { client, ticket } = await firstStep(username, at)
      const code = wide(codeAt(secret, at + off).replace(/^.../, '$& '))
      expect((await secondStep(client, { ticket, code })).status).toBe(200)
    }
  })

  it('takes a recovery code however it is typed, once, and says so by mail', async () => {
    const { username, codes, client: owner } = await guardedAt(now)
    const code = wide((codes[3] ?? '').toLowerCase().replaceAll('-', ' – '))
    const first = await firstStep(username, now)
    expect((await secondStep(first.client, { ticket: first.ticket, code })).status).toBe(200)
    const again = await firstStep(username, now)
    const refused = await secondStep(again.client, { ticket: again.ticket, code })
    expect((await problemOf(refused)).code).toBe('bad_credentials')
    expect((await owner.json<Security>('GET', path)).recoveryCodesLeft).toBe(9)
    expect(await subjects(username)).toEqual(['Two-step sign-in is on', 'A recovery code was used'])
  })

  it('counts as typing the password, for grave acts', async () => {
    const { username, secret } = await guardedAt(now)
    const at = now + 2 * confirmedMs
    const { client, ticket } = await firstStep(username, at)
    await secondStep(client, { ticket, code: codeAt(secret, at) })
    expect((await client.request('POST', `${path}/recovery-codes`)).status).toBe(200)
  })

  it('never asks accounts without it', async () => {
    const { username } = await signedInAt(now)
    expect(await me(await signInAs({ username }))).toBe(200)
    expect(await db.select().from(challenges)).not.toContainEqual(expect.objectContaining({ userId: null }))
  })
})

describe('later on', () => {
  it('new recovery codes make the old ones void', async () => {
    const { username, client, codes } = await guardedAt(now)
    const { codes: fresh } = await client.json<RecoveryCodes>('POST', `${path}/recovery-codes`)
    expect(fresh.some((code) => codes.includes(code))).toBe(false)
    for (const [code, status] of [
      [codes[0], 401],
      [fresh[0], 200],
    ] as const) {
      const step = await firstStep(username, now)
      expect((await secondStep(step.client, { ticket: step.ticket, code })).status).toBe(status)
    }
  })

  it('turning it off makes the password enough, and leaves neither secret nor codes', async () => {
    const { id, username, client } = await guardedAt(now)
    for (const status of [204, 204])
      expect((await client.request('DELETE', `${path}/totp`)).status).toBe(status)
    expect(await client.json<Security>('GET', path)).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([])
    expect(await me(await signInAs({ username }))).toBe(200)
    expect(await subjects(username)).toEqual(['Two-step sign-in is on', 'Two-step sign-in is off'])
  })

  it('asks for the password again before each change, of who has been here for long', async () => {
    const { client } = await guardedAt(now)
    client.now = now + confirmedMs + 1
    for (const [method, address] of [
      ['POST', `${path}/totp`],
      ['DELETE', `${path}/totp`],
      ['POST', `${path}/recovery-codes`],
      ['POST', `${path}/passkeys/challenge`],
      ['POST', `${path}/passkeys`],
      ['DELETE', `${path}/passkeys/nobody`],
    ] as const) {
      const { code } = await problemOf(await client.request(method, address))
      expect([address, code]).toEqual([address, 'password_required'])
    }
  })
})

it('administrators read in the overview whether they have one', async () => {
  const { client } = await signedInAt(now, { isAdmin: true })
  const guarded = await guardedAt(now, { isAdmin: true })
  const state = async (each: TestClient) => {
    const { checklist } = await each.json<Overview>('GET', '/api/admin/overview')
    return checklist.find(({ id }) => id === 'second-factor')?.ok
  }
  expect([await state(client), await state(guarded.client)]).toEqual([false, true])
})
