import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminMail } from '#contract/schemas/site/operations'
import { auditLog, mailOutbox, users } from '#db/schema'
import { d1Cost, problemOf, type TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { makeUser, signInAs, testDb } from '#test/support/factories'
import type { ServiceContext } from '#worker/services/context'
import { kickMail, mailClaimMs, queueMail, sendDueMail } from '#worker/services/shared/mail/index'
import { listMail, retryMailOnce } from '#worker/services/site/operations-admin/index'
import { randomId } from '#worker/storage/keys'

const db = testDb()
const minute = 60_000

let user: { id: number; username: string }
let admin: TestClient

beforeAll(async () => {
  user = await makeUser({ isAdmin: true })
  admin = await signInAs(user)
})

beforeEach(async () => {
  await db.delete(mailOutbox)
})

const base = { recipient: 'ada@example.com', subject: 'Hello', body: 'Hello.', createdAt: 0 }
const state = {
  waiting: { nextAttemptAt: Date.now() + 3600_000, attempts: 1, lastError: 'busy' },
  failed: { nextAttemptAt: null, attempts: 7, lastError: 'no such mailbox' },
  sent: { nextAttemptAt: null, sentAt: 5000, attempts: 1, body: '' },
}

async function makeMail(kind: keyof typeof state, change: Partial<typeof mailOutbox.$inferInsert> = {}) {
  const [row] = await db
    .insert(mailOutbox)
    .values({ ...base, dedupeKey: randomId(), ...state[kind], ...change })
    .returning()
  return row?.id ?? 0
}

/** Follows `Link` to the end. */
async function pageThrough(first: string) {
  const seen: number[] = []
  const costs: { shown: number; rowsRead: number }[] = []
  let path: string | undefined = first
  while (path !== undefined) {
    const response: Response = await admin.get(path)
    const mails = await response.json<AdminMail[]>()
    seen.push(...mails.map(({ id }) => id))
    costs.push({ shown: mails.length, rowsRead: d1Cost(response).rowsRead })
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return { seen, costs }
}

describe('GET /api/admin/mail', () => {
  it('shows no text where mail is delivered: its links are the recipient’s', async () => {
    await makeMail('waiting', { body: 'https://example.org/reset-password#token' })
    const ctx = await jobContext()
    for (const [production, body] of [
      [true, null],
      [false, 'https://example.org/reset-password#token'],
    ] as const) {
      const query = { state: 'waiting', limit: 10 } as const
      const { items } = await listMail({ ...ctx, config: { ...ctx.config, production } }, query)
      expect(items.map((mail) => mail.body)).toEqual([body])
    }
  })

  it('pages through each state, newest first, without a gap or a double', async () => {
    const made: Record<string, number[]> = { waiting: [], failed: [], sent: [] }
    for (let index = 0; index < 24; index += 1) {
      const kind = (['sent', 'waiting', 'sent', 'failed'] as const)[index % 4] ?? 'sent'
      made[kind]?.unshift(await makeMail(kind))
    }
    for (const [kind, ids] of Object.entries(made)) {
      for (const limit of [1, 3, 50]) {
        const { seen } = await pageThrough(`/api/admin/mail?state=${kind}&limit=${limit}`)
        expect([kind, limit, seen]).toEqual([kind, limit, ids])
      }
    }
  })

  it('shows what waits unless told, with the time of its next try and what went wrong', async () => {
    const id = await makeMail('waiting')
    expect(await admin.json('GET', '/api/admin/mail')).toEqual([
      {
        id,
        at: '1970-01-01T00:00:00.000Z',
        recipient: 'ada@example.com',
        subject: 'Hello',
        body: 'Hello.',
        attempts: 1,
        nextAttemptAt: new Date(state.waiting.nextAttemptAt).toISOString(),
        sentAt: null,
        lastError: 'busy',
      },
    ])
  })

  it('finds a recipient as the account spells it, in each state', async () => {
    const { id, username } = await makeUser()
    const spelt = `${username}@Example.com`
    await db.update(users).set({ email: spelt }).where(eq(users.id, id))
    const ids = {
      waiting: await makeMail('waiting', { recipient: spelt }),
      sent: await makeMail('sent', { recipient: spelt }),
    }
    for (let index = 0; index < 9; index += 1) await makeMail('failed', { recipient: spelt })
    await makeMail('sent')
    for (const [kind, expected] of Object.entries(ids)) {
      const query = `state=${kind}&limit=2&recipient=${encodeURIComponent(`${username}@example.com`)}`
      const { seen, costs } = await pageThrough(`/api/admin/mail?${query}`)
      expect(seen).toEqual([expected])
      // Two rows are the session and its account; one more is for the canonical address.
      for (const { rowsRead } of costs)
        expect([kind, rowsRead - 3 <= 5 * 2, rowsRead]).toEqual([kind, true, rowsRead])
    }
    expect(await admin.json('GET', '/api/admin/mail?recipient=nobody@example.com')).toEqual([])
  })

  it.each(['waiting', 'failed', 'sent'] as const)(
    'reads at most five rows for each that it shows: %s, first page and tenth',
    async (kind) => {
      for (let index = 0; index < 300; index += 15) {
        const of = (kinds: (keyof typeof state)[]) =>
          kinds.map((one) => ({ ...base, dedupeKey: randomId(), ...state[one] }))
        await db.insert(mailOutbox).values(of(Array(5).fill('sent')))
        await db.insert(mailOutbox).values(of(Array(5).fill('waiting')))
        await db.insert(mailOutbox).values(of(Array(5).fill('failed')))
      }
      await admin.get('/api/settings')
      const { costs } = await pageThrough(`/api/admin/mail?state=${kind}&limit=10`)
      expect(costs.length).toBeGreaterThanOrEqual(10)
      for (const at of [0, 9]) {
        const { shown, rowsRead } = costs[at] ?? { shown: 0, rowsRead: 0 }
        expect([kind, at, rowsRead / shown <= 5, rowsRead]).toEqual([kind, at, true, rowsRead])
      }
    },
  )
})

describe('POST /api/admin/mail/:id/retry', () => {
  const acts = (id: number) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'mail'), eq(auditLog.subjectId, String(id))))
      .orderBy(asc(auditLog.id))

  it('sends what was given up, with all its tries before it again', async () => {
    const id = await makeMail('failed')
    const response = await admin.request('POST', `/api/admin/mail/${id}/retry`)
    expect([response.status, await response.json<AdminMail>()]).toEqual([
      200,
      expect.objectContaining({ id, attempts: 0, nextAttemptAt: expect.any(String) }),
    ])
    const to: string[] = []
    const mailer: ServiceContext['mailer'] = {
      send: async (mail) => {
        to.push(mail.to)
      },
    }
    await sendDueMail({ ...(await jobContext(Date.now() + minute)), mailer })
    expect(to).toEqual(['ada@example.com'])
    const [entry] = await acts(id)
    expect([entry?.actorId, entry?.action, JSON.parse(entry?.details ?? '')]).toEqual([
      user.id,
      'mail.retry',
      {
        before: { attempts: 7, nextAttemptAt: null },
        after: { attempts: 0, nextAttemptAt: expect.any(Number) },
      },
    ])
  })

  it('sends now what would wait', async () => {
    const id = await makeMail('waiting')
    expect((await admin.request('POST', `/api/admin/mail/${id}/retry`)).status).toBe(200)
    const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id))
    expect(row?.nextAttemptAt).toBeLessThanOrEqual(Date.now())
  })

  it('clicked twice it is one retry', async () => {
    const id = await makeMail('failed')
    const answers = await Promise.all([1, 2].map(() => admin.request('POST', `/api/admin/mail/${id}/retry`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await acts(id)).toHaveLength(1)
  })

  it('leaves alone what a run has taken to send', async () => {
    const ctx = await userContext()
    await queueMail(ctx, { dedupeKey: randomId(), to: 'grace@example.com', subject: 'Hi', body: 'Hi.' })
    const tried: number[] = []
    const mailer: ServiceContext['mailer'] = {
      send: async () => {
        const [row] = await db.select().from(mailOutbox)
        const retry = retryMailOnce({ ...ctx, now: ctx.now + 1000 }, row?.id ?? 0)
        await expect(retry).rejects.toMatchObject({ code: 'conflict' })
        tried.push(row?.nextAttemptAt ?? 0)
      },
    }
    await sendDueMail({ ...ctx, mailer })
    expect(tried).toEqual([ctx.now + mailClaimMs])
    await kickMail(ctx)
  })

  it('refuses what was sent, and what there isn’t', async () => {
    const sent = await admin.request('POST', `/api/admin/mail/${await makeMail('sent')}/retry`)
    expect([sent.status, (await problemOf(sent)).detail]).toEqual([409, 'This email has already been sent.'])
    expect((await admin.request('POST', '/api/admin/mail/999999/retry')).status).toBe(404)
    expect((await admin.request('POST', '/api/admin/mail/x/retry')).status).toBe(400)
  })
})
