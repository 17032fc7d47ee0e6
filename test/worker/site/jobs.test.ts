import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { deadLetters, leases, sessions, uploads } from '../../../db/schema'
import { handleQueue, retryDelay } from '../../../worker/jobs/consumer'
import { runCron } from '../../../worker/jobs/cron'
import type { ServiceContext } from '../../../worker/services/context'
import { withLease } from '../../../worker/services/shared/leases'
import { queueMail } from '../../../worker/services/shared/mail'
import { startImport } from '../../../worker/services/uploads/imports'
import { randomId } from '../../../worker/storage/keys'
import { jobContext, later, userContext } from '../../support/context'
import { makeUser, testDb } from '../../support/factories'
import { importRowOf, withoutQueues } from '../../support/videos/imports'
import { Origin } from '../../support/videos/origin'

const db = testDb()
const hour = 3600_000

function message(body: unknown, attempts = 1) {
  return { id: randomId(), timestamp: new Date(0), attempts, body }
}

/**
 * Hands a batch to the consumer. Returns the messages that are done, and those to retry with their delays.
 */
async function deliver(queue: string, messages: ReturnType<typeof message>[], ctx: ServiceContext) {
  const batch = createMessageBatch(queue, messages)
  const retries = batch.messages.map((one) => vi.spyOn(one, 'retry'))
  await handleQueue(batch, async () => ctx)
  const result = await getQueueResult(batch, createExecutionContext())
  return {
    done: result.explicitAcks,
    again: result.retryMessages.map(({ msgId }) => msgId),
    delays: retries.flatMap((retry) => retry.mock.calls.map(([options]) => options?.delaySeconds)),
  }
}

function counting() {
  const to: string[] = []
  const mailer: ServiceContext['mailer'] = {
    send: async (mail) => {
      to.push(mail.to)
    },
  }
  return { to, mailer }
}

function mailTo(ctx: ServiceContext, to: string) {
  return queueMail(ctx, { dedupeKey: randomId(), to, subject: 'Hello', body: 'Hello.' })
}

describe('the queue', () => {
  it('does what a message says', async () => {
    const { to, mailer } = counting()
    const ctx = { ...(await jobContext()), mailer }
    await mailTo(ctx, 'ada@example.com')
    const mail = message({ job: 'mail' })
    for (const queue of ['nocturne-jobs', 'nocturne-staging-jobs'])
      expect(await deliver(queue, [mail], ctx)).toEqual({ done: [mail.id], again: [], delays: [] })
    expect(to).toEqual(['ada@example.com'])
  })

  it('brings back the failing one alone, later each time', async () => {
    const ctx = await jobContext()
    const [good, bad] = [message({ job: 'mail' }), message({ job: 'of a later version' }, 3)]
    expect(await deliver('nocturne-jobs', [bad, good], ctx)).toEqual({
      done: [good.id],
      again: [bad.id],
      delays: [20],
    })
  })

  it('fetches what is to be imported, and ends it at the last try', async () => {
    const origin = new Origin({ bytes: new Uint8Array(0) })
    origin.tricks.push(() => new Response(null, { status: 503 }))
    const { ctx } = withoutQueues(origin.in(await userContext()))
    const { id } = await startImport(ctx, { url: 'https://videos.example.com/a.mp4' })
    const [first, last] = [message({ importId: id }), message({ importId: id }, 4)]
    expect(await deliver('nocturne-imports', [first], ctx)).toEqual({
      done: [],
      again: [first.id],
      delays: [5],
    })
    expect((await importRowOf(id))?.status).toBe('fetching')
    expect(await deliver('nocturne-imports', [last], ctx)).toEqual({ done: [last.id], again: [], delays: [] })
    expect(await importRowOf(id)).toMatchObject({ status: 'failed', error: 'The server is busy (503).' })
  })

  it.each(['nocturne-jobs', 'nocturne-imports'])('keeps what died on %s once', async (queue) => {
    const ctx = await jobContext()
    const dead = message({ importId: 'x' }, 6)
    await deliver(`${queue}-dead`, [dead], ctx)
    expect(await deliver(`${queue}-dead`, [dead], later(ctx, hour))).toEqual({
      done: [dead.id],
      again: [],
      delays: [],
    })
    expect(await db.select().from(deadLetters).where(eq(deadLetters.id, dead.id))).toEqual([
      { id: dead.id, queue, body: '{"importId":"x"}', attempts: 6, at: ctx.now, resolvedAt: null },
    ])
  })

  it('waits twice as long each time, up to ten minutes', () => {
    expect([1, 2, 3, 4, 8, 100].map(retryDelay)).toEqual([5, 10, 20, 40, 600, 600])
  })
})

describe('withLease', () => {
  it('lets one in at a time, and the next when the first is out', async () => {
    const ctx = await jobContext()
    const name = randomId()
    const inside = vi.fn(async () => {
      expect(await withLease(ctx, name, 1000, async () => {})).toBe(false)
    })
    expect(await withLease(ctx, name, 1000, inside)).toBe(true)
    expect(await withLease(ctx, name, 1000, inside)).toBe(true)
    expect(inside).toHaveBeenCalledTimes(2)
    expect(await db.select().from(leases).where(eq(leases.name, name))).toEqual([])
  })

  it('is free again after a failure', async () => {
    const ctx = await jobContext()
    const name = randomId()
    await expect(withLease(ctx, name, 1000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLease(ctx, name, 1000, async () => {})).toBe(true)
  })

  it('ends by itself, and whoever comes late takes nothing from the next', async () => {
    const ctx = await jobContext()
    const name = randomId()
    let finishFirst = () => {}
    const first = withLease(ctx, name, 1000, () => new Promise((resolve) => (finishFirst = resolve)))
    await expect.poll(() => db.select().from(leases).where(eq(leases.name, name))).toHaveLength(1)
    expect(await withLease(later(ctx, 999), name, 1000, async () => {})).toBe(false)
    await withLease(later(ctx, 1000), name, 1000, async () => {
      finishFirst()
      await first
      expect(await withLease(later(ctx, 1001), name, 1000, async () => {})).toBe(false)
    })
  })
})

describe('cron', () => {
  /** Returns the next whole hour, at which every task is due. */
  const wholeHour = () => Math.ceil(Date.now() / hour) * hour

  it('goes on with the others when one fails', async () => {
    const { to, mailer } = counting()
    const ctx = await jobContext(wholeHour())
    const failing: ServiceContext = {
      ...ctx,
      mailer,
      media: { ...ctx.media, abort: () => Promise.reject(new Error('R2 is away')) },
    }
    const { id } = await makeUser()
    await db.insert(uploads).values({
      id: randomId(),
      userId: id,
      kind: 'video',
      status: 'failed',
      objectKey: `m/${randomId()}`,
      r2UploadId: 'none',
      size: 1,
      contentType: 'video/mp4',
      fileName: '',
      fingerprint: randomId(),
      partSize: 1,
      createdAt: 0,
      touchedAt: 0,
    })
    await mailTo(ctx, 'grace@example.com')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await runCron(failing)
    expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      expect.objectContaining({ event: 'cron.failed', task: 'stale-uploads', message: 'R2 is away' }),
    ])
    logged.mockRestore()
    expect(to).toContain('grace@example.com')
    await db.delete(uploads).where(eq(uploads.userId, id))
  })

  it('does not start what still runs', async () => {
    const { to, mailer } = counting()
    const ctx = { ...(await jobContext(wholeHour())), mailer }
    await mailTo(ctx, 'joan@example.com')
    await withLease(ctx, 'cron:mail', hour, () => runCron(ctx))
    expect(to).toEqual([])
    await runCron(ctx)
    expect(to).toEqual(['joan@example.com'])
  })

  it('removes sessions that nobody used for 30 days', async () => {
    const { id: userId } = await makeUser()
    const now = wholeHour()
    const idle = 30 * 24 * hour
    const session = { userId, tokenVersion: 0, createdAt: 0 }
    const [old, young] = [randomId(), randomId()]
    await db.insert(sessions).values([
      { ...session, id: old, seenAt: now - idle },
      { ...session, id: young, seenAt: now - idle + 1 },
    ])
    await runCron(await jobContext(now + 60_000))
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(2)
    await runCron(await jobContext(now))
    const left = await db.select().from(sessions).where(eq(sessions.userId, userId))
    expect(left.map((row) => row.id)).toEqual([young])
  })

  it('is what the scheduled handler runs', async () => {
    const ctx = await jobContext(wholeHour())
    const { id: userId } = await makeUser()
    await db.insert(sessions).values({ id: randomId(), userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    const { default: worker } = await import('../../../worker/index')
    const controller = {
      scheduledTime: ctx.now,
      cron: '* * * * *',
      noRetry: () => {},
      type: 'scheduled' as const,
    }
    await worker.scheduled(controller, env, createExecutionContext())
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([])
  })
})
