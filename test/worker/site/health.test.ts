import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Health, HealthCheck } from '#contract/schemas/site/health'
import { hour, minute } from '#contract/values/shared/time'
import { databaseBytesMax } from '#contract/values/site/health'
import { createDb } from '#db/client'
import {
  cronRuns,
  deadLetters,
  imports,
  mailOutbox,
  paymentAlerts,
  removalRequests,
  sessions,
  storageScans,
} from '#db/schema'
import { runCron } from '#worker/jobs/cron'
import { runSentTask } from '#worker/jobs/run-task'
import { checkHealth, watchHealth } from '#worker/services/site/health/index'
import { d1Cost, TestClient } from '../../support/client'
import { jobContext, wholeHour } from '../../support/context'
import { runAll } from '../../support/cron'
import { emptySite } from '../../support/empty-site'
import { EnvClient } from '../../support/env-client'
import { makeUser, makeVideo, signInAs, testDb } from '../../support/factories'
import { Faults, FaultyClient, faultyEnv } from '../../support/faults'

const db = testDb()
const token = 'a-token-of-a-monitor-that-is-long-enough'
const monitored = { ...env, HEALTH_TOKEN: token }

beforeEach(async () => {
  await emptySite()
  await runAll(await jobContext())
})

function monitor(client = new EnvClient(monitored)) {
  return client.get('/api/health', { authorization: `Bearer ${token}` })
}

async function wrongOf(response: Response): Promise<HealthCheck[]> {
  return (await response.json<Health>()).checks.filter(({ ok }) => ok === false)
}

describe('GET /api/health', () => {
  it('is there for who has its token, and in maintenance too', async () => {
    const answer = await monitor()
    expect(answer.status).toBe(200)
    const { ok, version, checks } = await answer.json<Health>()
    expect([ok, typeof version, checks.map((check) => check.ok)]).toEqual([
      true,
      'string',
      Array(12).fill(true),
    ])
    for (const authorization of ['', 'Bearer', 'Bearer ', token, `Bearer ${token}x`, `bearer ${token}`]) {
      const refused = await new EnvClient(monitored).get('/api/health', { authorization })
      const unknown = await new EnvClient(monitored).get('/api/nothing')
      expect([refused.status, await refused.text()]).toEqual([404, await unknown.text()])
    }
    expect((await new TestClient().get('/api/health')).status).toBe(404)
  })

  it('is open on a computer of one’s own', async () => {
    const local = new EnvClient({ ...env, ENVIRONMENT: 'local' })
    expect((await local.get('/api/health')).status).toBe(200)
  })

  it.each([
    ['DB', /^DB/, 'database'],
    ['R2', /^MEDIA/, 'storage'],
    ['KV', /^SETTINGS/, 'settings'],
  ])('answers without %s, and names it', async (_, acts, id) => {
    const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
    const faults = new Faults()
    const bindings = { ...faultyEnv(faults), HEALTH_TOKEN: token }
    const client = new EnvClient(bindings)
    expect((await monitor(client)).status).toBe(200)
    faults.throws(acts, 'it is down')
    const answer = await monitor(client)
    expect(answer.status).toBe(503)
    const wrong = await wrongOf(answer)
    expect(wrong.map((check) => check.id)).toEqual([id])
    warned.mockRestore()
  })
})

/** Returns a database that reports this size. */
function ofSize(d1: D1Database, bytes: number): D1Database {
  const sized = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => sized(target.bind(...values))
        if (name !== 'run') return Reflect.get(target, name, target)
        return async () => {
          const result = await target.run()
          return { ...result, meta: { ...result.meta, size_after: bytes } }
        }
      },
    })
  return new Proxy(d1, {
    get: (target, name) => {
      if (name === 'prepare') return (query: string) => sized(target.prepare(query))
      const own = Reflect.get(target, name, target)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}

describe('the status', () => {
  const past = Date.now() - 61 * minute

  it.each<[string, () => Promise<unknown>]>([
    [
      'files',
      async () => {
        const { id } = await makeUser()
        const video = await makeVideo(id, { status: 'processing', review: 'pending' })
        await env.DB.prepare(
          `update media_objects set created_at = ?, sha256 = null where key = (select source_key from videos where id = ?)`,
        )
          .bind(past, video.id)
          .run()
      },
    ],
    [
      'imports',
      async () => {
        const { id: userId } = await makeUser()
        const url = 'https://example.com/clip.mp4'
        const asked = { id: 'waiting', userId, url, createdAt: past, touchedAt: Date.now() }
        await db
          .insert(imports)
          .values([asked, { ...asked, id: 'on-its-way', status: 'fetching', createdAt: 0 }])
      },
    ],
    [
      'jobs',
      () => db.insert(deadLetters).values({ id: 'x', queue: 'jobs', body: '{}', attempts: 6, at: past }),
    ],
    [
      'mail',
      () =>
        db.insert(mailOutbox).values({
          dedupeKey: 'x',
          recipient: 'a@b.test',
          subject: '',
          body: '',
          createdAt: past,
          nextAttemptAt: past,
        }),
    ],
    [
      'payments',
      () => db.insert(paymentAlerts).values({ kind: 'unmatched', dedupeKey: 'x', at: past, text: '' }),
    ],
    ['scan', () => db.insert(storageScans).values({ startedAt: past, finishedAt: past, missing: 2 })],
  ])('says what is wrong with %s, and administrators get one email a day of it', async (id, break_) => {
    await break_()
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const wrong = await wrongOf(await admin.get('/api/admin/status'))
    expect(wrong.map((check) => check.id)).toEqual([id])
    expect(wrong[0]?.since).toBe(new Date(past).toISOString())
    const ctx = await jobContext()
    await watchHealth(ctx)
    await watchHealth(ctx)
    const mails = await db.select().from(mailOutbox)
    expect(mails.filter(({ subject }) => subject.startsWith('Your site needs attention'))).toHaveLength(2)
  })

  it('says how large the database is, and warns of one that is nearly full', async () => {
    const ctx = await jobContext()
    const sizeOf = async (bytes: number) => {
      const { checks } = await checkHealth({ ...ctx, db: createDb(ofSize(env.DB, bytes)) })
      return checks.find(({ id }) => id === 'size')
    }
    const own = (await checkHealth(ctx)).checks.find(({ id }) => id === 'size')
    expect(own?.bytes).toBeGreaterThan(100_000)
    for (const [share, ok] of [
      [0.5, true],
      [0.89, true],
      [0.9, false],
    ] as const)
      expect(await sizeOf(share * databaseBytesMax)).toEqual({
        id: 'size',
        ok,
        bytes: share * databaseBytesMax,
      })
    await watchHealth({ ...ctx, db: createDb(ofSize(env.DB, databaseBytesMax)) })
    const subjects = (await db.select().from(mailOutbox)).map(({ subject }) => subject)
    expect(subjects).toContain('Your site needs attention: Database size')
  })

  it('says that an overdue request waits, of which its own reminders tell', async () => {
    await db.insert(removalRequests).values({
      token: 't',
      url: '/video/1',
      relation: 'depicted',
      reason: 'copyright',
      name: 'A',
      email: 'a@example.com',
      statement: 'S',
      signature: 'A',
      createdAt: past,
      dueAt: past,
    })
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    expect((await wrongOf(await admin.get('/api/admin/status'))).map(({ id }) => id)).toEqual(['removals'])
    await watchHealth(await jobContext())
    expect(await db.select().from(mailOutbox)).toEqual([])
  })

  it('says that cron rests, and which of its tasks fails for half an hour', async () => {
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    // A time at which the tasks of every tenth minute and of every hour aren't due.
    const start = Math.ceil(Date.now() / hour) * hour + 7 * minute
    const at = async (minutes: number) => {
      admin.now = start + minutes * minute
      const { checks } = await admin.json<Health>('GET', '/api/admin/status')
      const cron = checks.find(({ id }) => id === 'cron')
      return [cron?.ok, cron?.tasks]
    }
    const run = async (minutes: number, mailer: object = {}) => {
      const ctx = await jobContext(start + minutes * minute)
      await runAll({ ...ctx, ...mailer })
    }
    const settingsCopy = { equals: async () => false, write: () => Promise.reject(new Error('KV is down')) }
    await run(0, { settingsCopy })
    expect(await at(5)).toEqual([true, []])
    expect(await at(6)).toEqual([false, []])
    await run(31, { settingsCopy })
    expect(await at(31)).toEqual([false, ['copy-settings']])
    await run(32)
    expect(await at(32)).toEqual([true, []])
    failed.mockRestore()
  })

  it('says nothing of a task of every hour that failed once', async () => {
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    // Earlier runs may have left more tasks due by then.
    await db.delete(cronRuns)
    const start = wholeHour()
    await db.insert(sessions).values({ id: 'idle', userId: 1, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    await db.run(sql`create trigger away before delete on sessions begin select raise(abort, 'away'); end`)
    await expect(runAll(await jobContext(start))).rejects.toThrow('prune-sessions')
    await db.run(sql`drop trigger away`)
    await runSentTask(await jobContext(start + 5000), 'prune-sessions')
    expect(failed).toHaveBeenCalledOnce()
    await runAll(await jobContext(start + 40 * minute))
    admin.now = start + 41 * minute
    expect(await wrongOf(await admin.get('/api/admin/status'))).toEqual([])
    failed.mockRestore()
  })

  it('forgets a task that failed and that a later version no longer has', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    await db.update(cronRuns).set({ tasks: { 'of-an-earlier-version': { done: 0, failing: 0 } } })
    const wrong = async () => (await wrongOf(await admin.get('/api/admin/status'))).map(({ id }) => id)
    expect(await wrong()).toEqual(['cron'])
    await runCron(await jobContext())
    expect(await wrong()).toEqual([])
  })

  it('lets the copy of the settings differ while a change spreads', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    admin.now = Date.now()
    const change = { json: { siteName: 'Another name' } }
    expect((await admin.request('PATCH', '/api/admin/settings', change)).status).toBe(200)
    await env.SETTINGS.put('settings', '{"siteName":"The name before"}')
    const wrong = async () => (await wrongOf(await admin.get('/api/admin/status'))).map(({ id }) => id)
    admin.now += 2 * minute - 1
    expect(await wrong()).toEqual([])
    admin.now += 1
    expect(await wrong()).toEqual(['settings'])
  })

  it('reads a number of rows that does not grow', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const cost = async () => d1Cost(await admin.get('/api/admin/status')).rowsRead
    const before = await cost()
    for (let each = 0; each < 120; each += 1)
      await db
        .insert(deadLetters)
        .values({ id: String(each), queue: 'jobs', body: '{}', attempts: 1, at: each })
    const one = await cost()
    for (let each = 120; each < 300; each += 1)
      await db
        .insert(deadLetters)
        .values({ id: String(each), queue: 'jobs', body: '{}', attempts: 1, at: each })
    expect([before < 20, (await cost()) - one]).toEqual([true, 0])
  })
})

it('a site without a database says nothing but that', async () => {
  const admin = await signInAs(await makeUser({ isAdmin: true }), new FaultyClient())
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  admin.faults.throws(/cron_runs/, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
  const { checks } = await admin.json<Health>('GET', '/api/admin/status')
  expect(checks.filter(({ ok }) => ok === null).map(({ id }) => id)).toEqual([
    'cron',
    'files',
    'imports',
    'jobs',
    'mail',
    'payments',
    'removals',
    'scan',
  ])
  logged.mockRestore()
})
