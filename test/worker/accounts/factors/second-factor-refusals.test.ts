import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { PasskeyCreation, RecoveryCodes, TotpSetup } from '#contract/schemas/accounts/account'
import { accountMessages, ticketAttempts, ticketMs } from '#contract/values/accounts/account'
import { minute } from '#contract/values/shared/time'
import { always } from '#db/conditions'
import { spendStep } from '#db/queries/accounts/second-factor'
import { challenges, passkeys, recoveryCodes, totpSecrets, users } from '#db/schema'
import { Authenticator } from '#test/support/accounts/authenticator'
import {
  codeAt,
  firstStep,
  guardedAt,
  secondStep,
  signedInAt,
  stepMs,
} from '#test/support/accounts/second-factor'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { ban, testDb } from '#test/support/factories'
import { mailsTo } from '#test/support/moderation/safety'
import { pruneExpired } from '#worker/jobs/prune'
import { addPasskey } from '#worker/services/accounts/passkeys/add'
import { renewRecoveryCodes } from '#worker/services/accounts/second-factor/renew-codes'
import { confirmTotp } from '#worker/services/accounts/second-factor/set-up'
import { endOtherSessions } from '#worker/services/accounts/sessions/end-others'

const db = testDb()
const now = Date.UTC(2027, 2, 1, 12, 0, 5)
const path = '/api/account/security'

/** Returns a code that is none of the three accepted. */
function wrongCode(secret: string, at: number): string {
  const taken = [-stepMs, 0, stepMs].map((off) => codeAt(secret, at + off))
  return ['000000', '111111', '222222', '333333'].find((code) => !taken.includes(code)) ?? ''
}

describe('a code', () => {
  it('is good once, on whichever ticket, and none before it ever again', async () => {
    const { username, secret } = await guardedAt(now)
    const at = now + 3 * stepMs
    const step = await firstStep(username, at)
    expect((await secondStep(step.client, { ticket: step.ticket, code: codeAt(secret, at) })).status).toBe(
      200,
    )
    for (const off of [0, -stepMs]) {
      const again = await firstStep(username, at)
      const refused = await secondStep(again.client, { ticket: again.ticket, code: codeAt(secret, at + off) })
      const { status, code } = await problemOf(refused)
      expect([status, code]).toEqual([401, 'bad_credentials'])
    }
  })

  it('opens one session when it comes twice at once', async () => {
    const { username, secret } = await guardedAt(now)
    const at = now + stepMs
    const steps = [await firstStep(username, at), await firstStep(username, at)]
    const code = codeAt(secret, at)
    const answers = await Promise.all(steps.map(({ client, ticket }) => secondStep(client, { ticket, code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('of the secret before, or of somebody else, opens nothing', async () => {
    const [ada, eve] = [await guardedAt(now), await guardedAt(now)]
    const { client, ticket } = await firstStep(ada.username, now + stepMs)
    for (const code of [codeAt(eve.secret, now + stepMs), eve.codes[0]]) {
      expect((await problemOf(await secondStep(client, { ticket, code }))).code).toBe('bad_credentials')
    }
  })

  it('that turned it on doesn’t sign in as well', async () => {
    const { username, secret } = await guardedAt(now)
    const { client, ticket } = await firstStep(username, now)
    const response = await secondStep(client, { ticket, code: codeAt(secret, now) })
    expect((await problemOf(response)).code).toBe('bad_credentials')
  })
})

describe('a ticket', () => {
  type Ended = { ticket: string; code: string | undefined; at?: number; headers?: Record<string, string> }

  /** Returns a sign-in after its first step, with the requests that could continue it. */
  async function begun() {
    const user = await guardedAt(now)
    return { ...user, ...(await firstStep(user.username, now)), code: user.codes[0] }
  }

  const ends: [string, () => Promise<Ended>][] = [
    ['that was never given', async () => ({ ticket: 'A'.repeat(43), code: '123456' })],
    [
      'that was used already',
      async () => {
        const { client, ticket, code, codes } = await begun()
        expect((await secondStep(client, { ticket, code })).status).toBe(200)
        return { ticket, code: codes[1] }
      },
    ],
    ['that is late', async () => ({ ...(await begun()), at: now + ticketMs })],
    [
      'that was tried too often',
      async () => {
        const { client, secret, ticket, code } = await begun()
        for (let time = 0; time < ticketAttempts; time += 1)
          await secondStep(client, { ticket, code: wrongCode(secret, now) })
        return { ticket, code }
      },
    ],
    [
      'of an account whose password changed since',
      async () => {
        const { id, ticket, code } = await begun()
        await db.update(users).set({ tokenVersion: 1 }).where(eq(users.id, id))
        return { ticket, code }
      },
    ],
    [
      'of an account that was banned since',
      async () => {
        const { id, ticket, code } = await begun()
        await ban(id)
        return { ticket, code }
      },
    ],
    [
      'of an account that is being erased',
      async () => {
        const { id, ticket, code } = await begun()
        await db.update(users).set({ deletingAt: now }).where(eq(users.id, id))
        return { ticket, code }
      },
    ],
    [
      'that is brought to another name of the site',
      async () => ({ ...(await begun()), headers: { host: 'evil.example' } }),
    ],
  ]

  it.each(ends)('%s hears the one answer, and opens no session', async (_, end) => {
    const { ticket, code, at = now, headers = {} } = await end()
    const client = new TestClient()
    client.now = at
    const json = { ticket, code }
    const problem = await problemOf(
      await client.request('POST', '/api/auth/second-factor', { json, headers }),
    )
    expect([problem.status, problem.code, problem.detail]).toEqual([410, 'gone', accountMessages.ticketDead])
    expect(client.cookie('__Host-session')).toBeUndefined()
  })

  it('is nothing that the database could be read for, and is swept away when it is over', async () => {
    const { id, username } = await guardedAt(now)
    const { ticket } = await firstStep(username, now)
    const rows = () => db.select().from(challenges).where(eq(challenges.userId, id))
    expect(await rows()).toHaveLength(1)
    expect(JSON.stringify(await rows())).not.toContain(ticket)
    await pruneExpired(await jobContext(now + ticketMs - 1))
    expect(await rows()).toHaveLength(1)
    await pruneExpired(await jobContext(now + ticketMs))
    expect(await rows()).toEqual([])
  })
})

describe('guessing', () => {
  it('ends after ten wrong codes in a quarter of an hour, on however many tickets', async () => {
    const { username, secret, codes } = await guardedAt(now)
    const answers: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const { client, ticket } = await firstStep(username, now)
      for (let time = 0; time < 4; time += 1) {
        const response = await secondStep(client, { ticket, code: wrongCode(secret, now) })
        answers.push((await problemOf(response)).code)
      }
    }
    expect(answers).toEqual([...Array(10).fill('bad_credentials'), 'rate_limited', 'rate_limited'])
    const late = await firstStep(username, now + 15 * minute)
    expect((await secondStep(late.client, { ticket: late.ticket, code: codes[0] })).status).toBe(200)
  })

  it('is mailed once a day, however few of a ticket’s attempts are used', async () => {
    const { username, secret } = await guardedAt(now)
    const subjects = async () =>
      (await mailsTo(`${username}@example.com`)).map(({ subject }) => subject).slice(1)
    const guess = async () => {
      const { client, ticket } = await firstStep(username, now)
      for (let time = 0; time < 2; time += 1)
        await secondStep(client, { ticket, code: wrongCode(secret, now) })
    }
    await guess()
    await guess()
    // An owner may mistype it.
    expect(await subjects()).toEqual([])
    await guess()
    await guess()
    expect(await subjects()).toEqual(['Someone has your password'])
  })

  it('doesn’t count what was right', async () => {
    const { username, codes } = await guardedAt(now)
    for (const code of codes) {
      const { client, ticket } = await firstStep(username, now)
      expect((await secondStep(client, { ticket, code })).status).toBe(200)
    }
    // After ten right codes, a wrong one is the first that counts.
    const { client, ticket } = await firstStep(username, now)
    const response = await secondStep(client, { ticket, code: codes[0] })
    expect((await problemOf(response)).code).toBe('bad_credentials')
  })
})

describe('a session that was ended', () => {
  /** Returns the context of a request that began before the session ended. */
  const stale = async (id: number) => {
    const ctx = await userContext(now)
    return { ...ctx, actor: { ...ctx.actor, id, tokenVersion: 7 } }
  }

  it('turns nothing on, and renews no codes', async () => {
    const { id, client } = await signedInAt(now)
    const { secret } = await client.json<TotpSetup>('POST', `${path}/totp`)
    const confirming = confirmTotp(await stale(id), codeAt(secret, now))
    await expect(confirming).rejects.toMatchObject({ code: 'conflict' })
    expect(await db.select().from(totpSecrets).where(eq(totpSecrets.userId, id))).toMatchObject([
      { confirmedAt: null },
    ])
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toHaveLength(0)
    const guarded = await guardedAt(now)
    await expect(renewRecoveryCodes(await stale(guarded.id))).rejects.toMatchObject({ code: 'conflict' })
    const { client: visitor, ticket } = await firstStep(guarded.username, now)
    expect((await secondStep(visitor, { ticket, code: guarded.codes[0] })).status).toBe(200)
  })

  it('leaves no passkey behind', async () => {
    const { id, client } = await signedInAt(now)
    const creation = await client.json<PasskeyCreation>('POST', `${path}/passkeys/challenge`)
    const credential = await new Authenticator().create(creation)
    const adding = addPasskey(await stale(id), { challenge: creation.challenge, credential, name: 'Phone' })
    await expect(adding).rejects.toMatchObject({ code: 'conflict' })
    expect(await db.select().from(passkeys).where(eq(passkeys.userId, id))).toHaveLength(0)
  })

  it('takes what it had begun along', async () => {
    const { id, client } = await signedInAt(now)
    await client.json<TotpSetup>('POST', `${path}/totp`)
    await client.json<PasskeyCreation>('POST', `${path}/passkeys/challenge`)
    const ctx = await stale(id)
    await endOtherSessions({ ...ctx, actor: { ...ctx.actor, tokenVersion: 0 } })
    expect(await db.select().from(totpSecrets).where(eq(totpSecrets.userId, id))).toHaveLength(0)
    expect(await db.select().from(challenges).where(eq(challenges.userId, id))).toHaveLength(0)
  })
})

it('a code of a secret that was replaced meanwhile doesn’t bring it back', async () => {
  const { id } = await guardedAt(now)
  const step = Math.floor(now / stepMs) + 5
  expect(await spendStep(db, id, { step, read: 'the one before', next: 'it' }, always)).toEqual([])
})

describe('what doesn’t fit', () => {
  it('is refused: other fields, both factors, none', async () => {
    const { username, codes } = await guardedAt(now)
    const { client, ticket } = await firstStep(username, now)
    const code = codes[0]
    const passkey = { id: 'x', response: {} }
    for (const json of [{}, { ticket }, { code }, { ticket, code, passkey }, { ticket, code, userId: 1 }]) {
      expect([json, (await problemOf(await secondStep(client, json))).code]).toEqual([json, 'invalid_input'])
    }
    expect((await secondStep(client, { ticket, code })).status).toBe(200)
  })

  it('is refused when it is turned on twice, confirmed without a beginning, or renewed while it is off', async () => {
    const { client } = await guardedAt(now)
    expect((await problemOf(await client.request('POST', `${path}/totp`))).code).toBe('conflict')
    const plain = await signedInAt(now)
    const json = { code: '123456' }
    const confirm = await plain.client.request('POST', `${path}/totp/confirm`, { json })
    expect((await problemOf(confirm)).code).toBe('conflict')
    const renew = await plain.client.request('POST', `${path}/recovery-codes`)
    expect((await problemOf(renew)).code).toBe('conflict')
    expect((await client.json<RecoveryCodes>('POST', `${path}/recovery-codes`)).codes).toHaveLength(10)
  })
})
