import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeadLetter } from '#contract/schemas/site/operations'
import { auditLog, deadLetters } from '#db/schema'
import { d1Cost, problemOf, type TestClient } from '#test/support/client'
import { userContext } from '#test/support/context'
import { makeUser, signInAs, testDb } from '#test/support/factories'
import type { UserContext } from '#worker/services/context'
import { dismissJob, retryJob } from '#worker/services/site/operations-admin/index'
import { randomId } from '#worker/storage/keys'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

beforeEach(async () => {
  await db.delete(deadLetters)
})

async function makeLetter(change: Partial<typeof deadLetters.$inferInsert> = {}): Promise<string> {
  const id = randomId()
  const body = '{"job":"mail"}'
  await db.insert(deadLetters).values({ id, queue: 'nocturne-jobs', body, attempts: 6, at: 1000, ...change })
  return id
}

/** Creates an administrator whose messages are collected instead of sent. */
async function queueing() {
  const sent: unknown[] = []
  const keep = (queue: string) => ({ send: async (body: unknown) => void sent.push([queue, body]) })
  const ctx = await userContext()
  const queues = { jobs: keep('jobs'), imports: keep('imports') } as unknown as Pick<
    UserContext,
    'jobs' | 'imports'
  >
  return { sent, ctx: { ...ctx, ...queues } }
}

function acts(id: string) {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'job'), eq(auditLog.subjectId, id)))
}

describe('GET /api/admin/jobs', () => {
  it('pages through what is open and what is done with, newest first', async () => {
    const open: string[] = []
    const resolved: string[] = []
    for (let at = 0; at < 7; at += 1) {
      open.unshift(await makeLetter({ at }))
      resolved.unshift(await makeLetter({ at, resolvedAt: 5 }))
    }
    for (const [status, ids] of Object.entries({ open, resolved })) {
      const seen: string[] = []
      let path: string | undefined = `/api/admin/jobs?status=${status}&limit=3`
      while (path !== undefined) {
        const response: Response = await admin.get(path)
        seen.push(...(await response.json<DeadLetter[]>()).map(({ id }) => id))
        path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
      }
      expect([status, seen]).toEqual([status, ids])
    }
  })

  it('says what each was', async () => {
    const id = await makeLetter()
    expect(await admin.json('GET', '/api/admin/jobs')).toEqual([
      {
        id,
        at: '1970-01-01T00:00:01.000Z',
        queue: 'nocturne-jobs',
        body: { job: 'mail' },
        attempts: 6,
        resolvedAt: null,
      },
    ])
  })

  it('reads at most five rows for each that it shows, on the first page and the tenth', async () => {
    for (let at = 0; at < 120; at += 1) await makeLetter({ at, ...(at % 2 && { resolvedAt: 5 }) })
    await admin.get('/api/settings')
    for (const status of ['open', 'resolved']) {
      let path = `/api/admin/jobs?status=${status}&limit=5`
      for (let page = 1; page <= 10; page += 1) {
        const response = await admin.get(path)
        const shown = (await response.json<DeadLetter[]>()).length
        expect([status, page, shown]).toEqual([status, page, 5])
        expect(d1Cost(response).rowsRead / shown).toBeLessThanOrEqual(5)
        path = /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? path
      }
    }
  })
})

describe('POST /api/admin/jobs/:id/retry', () => {
  it.each([
    ['nocturne-jobs', '{"job":"hash","videoId":7}', ['jobs', { job: 'hash', videoId: 7 }]],
    ['nocturne-imports', '{"importId":"x"}', ['imports', { importId: 'x' }]],
  ])('sends it again on %s, and notes it', async (queue, body, expected) => {
    const id = await makeLetter({ queue, body })
    const { sent, ctx } = await queueing()
    expect(await retryJob(ctx, id)).toMatchObject({ id, resolvedAt: new Date(ctx.now).toISOString() })
    expect(sent).toEqual([expected])
    const [entry] = await acts(id)
    expect([entry?.action, entry?.actorId, JSON.parse(entry?.details ?? '')]).toEqual([
      'job.retry',
      ctx.actor.id,
      { queue, attempts: 6, before: { resolvedAt: null }, after: { resolvedAt: ctx.now } },
    ])
  })

  it('stays open when the queue takes nothing', async () => {
    const id = await makeLetter()
    const { ctx } = await queueing()
    const jobs = { send: () => Promise.reject(new Error('away')) } as unknown as UserContext['jobs']
    await expect(retryJob({ ...ctx, jobs }, id)).rejects.toThrow(
      "The queue isn't responding. Please try again in a minute.",
    )
    expect(await admin.json('GET', '/api/admin/jobs')).toEqual([expect.objectContaining({ id })])
    expect(await acts(id)).toEqual([])
  })

  it('through the front door', async () => {
    const id = await makeLetter()
    const response = await admin.request('POST', `/api/admin/jobs/${id}/retry`)
    expect([response.status, await response.json<DeadLetter>()]).toEqual([
      200,
      expect.objectContaining({ id, resolvedAt: expect.any(String) }),
    ])
  })

  it('of a queue that is no more is refused', async () => {
    const id = await makeLetter({ queue: 'gone' })
    const response = await admin.request('POST', `/api/admin/jobs/${id}/retry`)
    expect([response.status, (await problemOf(response)).code]).toEqual([409, 'conflict'])
    expect((await admin.request('POST', `/api/admin/jobs/${id}/dismiss`)).status).toBe(200)
  })
})

describe('POST /api/admin/jobs/:id/dismiss', () => {
  it('takes it off the list without sending it', async () => {
    const id = await makeLetter()
    const { sent, ctx } = await queueing()
    await dismissJob(ctx, id)
    expect([sent, await admin.json('GET', '/api/admin/jobs')]).toEqual([[], []])
    expect((await acts(id)).map(({ action }) => action)).toEqual(['job.dismiss'])
  })

  it.each(['retry', 'dismiss'])(
    'twice at once is done once, and after a %s the other is told',
    async (verb) => {
      const id = await makeLetter()
      const answers = await Promise.all(
        [1, 2].map(() => admin.request('POST', `/api/admin/jobs/${id}/${verb}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      for (const other of ['retry', 'dismiss'].filter((each) => each !== verb)) {
        const response = await admin.request('POST', `/api/admin/jobs/${id}/${other}`)
        expect([response.status, (await problemOf(response)).detail]).toEqual([
          409,
          'This job has already been handled.',
        ])
      }
      expect(await acts(id)).toHaveLength(1)
    },
  )

  it('of what there isn’t is 404', async () => {
    expect((await admin.request('POST', '/api/admin/jobs/unknown/dismiss')).status).toBe(404)
  })
})
