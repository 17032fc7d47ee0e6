import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cronRuns, deadLetters, leases, sessions, uploads } from '../../../db/schema'
import { handleQueue, retryDelay } from '../../../worker/jobs/consumer'
import { runCron } from '../../../worker/jobs/cron'
import type { ServiceContext } from '../../../worker/services/context'
import { withLease } from '../../../worker/services/shared/leases'
import { queueMail } from '../../../worker/services/shared/mail'
import { startImport } from '../../../worker/services/uploads/imports'
import { randomId } from '../../../worker/storage/keys'
import { jobContext, later, userContext, wholeHour } from '../../support/context'
import { makeUser, testDb } from '../../support/factories'
import { Faults, faultyEnv } from '../../support/faults'
import { importRowOf, withoutQueues } from '../../support/videos/imports'
import { Origin } from '../../support/videos/origin'

const db = testDb()
const minute = 60_000
const hour = 60 * minute

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

  it.each([
    ['nocturne-jobs', 6],
    ['nocturne-imports', 4],
  ])('keeps what died on %s once, with all its tries', async (queue, attempts) => {
    const ctx = await jobContext()
    // The queue of dead letters counts its own.
    const dead = message({ importId: randomId() })
    await deliver(`${queue}-dead`, [dead], ctx)
    expect(await deliver(`${queue}-dead`, [dead], later(ctx, hour))).toEqual({
      done: [dead.id],
      again: [],
      delays: [],
    })
    expect(await db.select().from(deadLetters).where(eq(deadLetters.id, dead.id))).toEqual([
      {
        id: dead.id,
        queue,
        body: JSON.stringify(dead.body),
        attempts,
        at: ctx.now,
        resolvedAt: null,
        added: [],
      },
    ])
  })

  it('adds up what cron asks for and what dies again, until it is resolved', async () => {
    const ctx = await jobContext()
    const body = { job: 'retag', slug: randomId() }
    const die = (at: number) => deliver('nocturne-jobs-dead', [message(body)], later(ctx, at))
    const rows = () =>
      db
        .select({ attempts: deadLetters.attempts, at: deadLetters.at })
        .from(deadLetters)
        .where(eq(deadLetters.body, JSON.stringify(body)))
        .orderBy(deadLetters.at)
    for (const at of [0, hour, 2 * hour]) await die(at)
    expect(await rows()).toEqual([{ attempts: 18, at: ctx.now + 2 * hour }])
    await db
      .update(deadLetters)
      .set({ resolvedAt: ctx.now })
      .where(eq(deadLetters.body, JSON.stringify(body)))
    await die(3 * hour)
    expect(await rows()).toEqual([
      { attempts: 18, at: ctx.now + 2 * hour },
      { attempts: 6, at: ctx.now + 3 * hour },
    ])
  })

  it('adds a message that comes again but once, whichever it is', async () => {
    const ctx = await jobContext()
    const body = { job: 'retag', slug: randomId() }
    const row = async () =>
      (
        await db
          .select()
          .from(deadLetters)
          .where(eq(deadLetters.body, JSON.stringify(body)))
      ).map(({ attempts, resolvedAt, added }) => [attempts, resolvedAt !== null, added.length])
    const [first, second, third] = [message(body), message(body), message(body)]
    for (const batch of [[first], [second, third], [second, third], [first, second]])
      await deliver('nocturne-jobs-dead', batch, ctx)
    expect(await row()).toEqual([[18, false, 2]])
    await deliver(
      'nocturne-jobs-dead',
      Array.from({ length: 60 }, () => message(body)),
      ctx,
    )
    expect(await row()).toEqual([[18 + 360, false, 50]])
    await db.update(deadLetters).set({ resolvedAt: 1 }).where(eq(deadLetters.id, first.id))
    await deliver('nocturne-jobs-dead', [message(body)], ctx)
    await deliver('nocturne-jobs-dead', [first], ctx)
    expect(await row()).toEqual([
      [378, true, 50],
      [6, false, 0],
    ])
  })

  it('opens nothing for a message that comes again after what it was added to was resolved', async () => {
    const ctx = await jobContext()
    const body = { job: 'retag', slug: randomId() }
    const saysTheSame = eq(deadLetters.body, JSON.stringify(body))
    const [first, second] = [message(body), message(body)]
    await deliver('nocturne-jobs-dead', [first, second], ctx)
    await db.update(deadLetters).set({ resolvedAt: ctx.now }).where(saysTheSame)
    const isOpen = async () =>
      (await db.select().from(deadLetters).where(saysTheSame)).some(({ resolvedAt }) => resolvedAt === null)
    await deliver('nocturne-jobs-dead', [first, second], later(ctx, hour - 1))
    expect(await isOpen()).toBe(false)
    await deliver('nocturne-jobs-dead', [message(body)], later(ctx, hour - 1))
    expect(await isOpen()).toBe(true)
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

  describe('while its work goes on', () => {
    /** Begins work under a lease that goes on until the test ends it. */
    async function holding(longest = hour) {
      const ctx = await jobContext()
      const name = randomId()
      let end = () => {}
      const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
      const run = withLease(ctx, name, longest, work)
      while (work.mock.calls.length === 0) await heldUntil(name)
      const isFreeAt = (ms: number) => withLease(later(ctx, ms), name, hour, async () => {})
      return { ctx, name, run, end: () => end(), isFreeAt }
    }

    async function heldUntil(name: string): Promise<number | undefined> {
      return (await db.select().from(leases).where(eq(leases.name, name)))[0]?.heldUntil
    }

    /** Lets half minutes pass, each with its renewal. */
    async function passHalfMinutes(times: number, name: string): Promise<void> {
      for (let each = 0; each < times; each += 1) {
        await vi.advanceTimersByTimeAsync(minute / 2)
        // The database answers in the order of the questions.
        await heldUntil(name)
      }
    }

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('keeps others out for two minutes after its holder was killed, and what comes late takes nothing', async () => {
      const { ctx, name, run, end, isFreeAt } = await holding()
      expect(await isFreeAt(2 * minute - 1)).toBe(false)
      await withLease(later(ctx, 2 * minute), name, hour, async () => {
        end()
        await run
        expect(await isFreeAt(2 * minute + 1)).toBe(false)
      })
      expect(await heldUntil(name)).toBeUndefined()
    })

    it('is renewed for as long as the work goes on, and free when it is done', async () => {
      const { ctx, name, run, end, isFreeAt } = await holding()
      await passHalfMinutes(20, name)
      expect(await heldUntil(name)).toBe(ctx.now + 12 * minute)
      expect(await isFreeAt(12 * minute - 1)).toBe(false)
      end()
      expect(await run).toBe(true)
      expect(await heldUntil(name)).toBeUndefined()
      await passHalfMinutes(4, name)
      expect(await heldUntil(name)).toBeUndefined()
    })

    it('is not renewed for what hangs', async () => {
      const { name, isFreeAt } = await holding(5 * minute)
      await passHalfMinutes(30, name)
      expect(await isFreeAt(6.5 * minute - 1)).toBe(false)
      expect(await isFreeAt(6.5 * minute)).toBe(true)
    })

    it('outlives a renewal that fails', async () => {
      const { ctx, name } = await holding()
      await db.run(sql`create trigger away before update on leases begin select raise(abort, 'away'); end`)
      await passHalfMinutes(1, name)
      await db.run(sql`drop trigger away`)
      expect(await heldUntil(name)).toBe(ctx.now + 2 * minute)
      await passHalfMinutes(1, name)
      expect(await heldUntil(name)).toBe(ctx.now + 3 * minute)
    })

    it('leaves alone the lease of a run that took it over', async () => {
      const { ctx, name, run, end } = await holding()
      const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
      await db
        .update(leases)
        .set({ heldUntil: ctx.now + hour })
        .where(eq(leases.name, name))
      await passHalfMinutes(3, name)
      expect(logged.mock.calls).toEqual([[JSON.stringify({ level: 'warn', event: 'lease.lost', name })]])
      logged.mockRestore()
      end()
      await run
      expect(await heldUntil(name)).toBe(ctx.now + hour)
    })
  })
})

describe('cron', () => {
  /** An upload that cron aborts in R2. */
  const abandonedUpload = (id: string, userId: number) => ({
    ...{ id, userId, kind: 'video' as const, status: 'failed' as const, size: 1, partSize: 1 },
    ...{ objectKey: `m/${id}`, r2UploadId: 'none', contentType: 'video/mp4', fileName: '', fingerprint: id },
    ...{ createdAt: 0, touchedAt: 0 },
  })

  async function schedule(scheduledTime: number, bindings = env): Promise<void> {
    const { default: worker } = await import('../../../worker/index')
    const controller = { scheduledTime, cron: '* * * * *', noRetry: () => {}, type: 'scheduled' as const }
    await worker.scheduled(controller, bindings, createExecutionContext())
  }

  beforeEach(async () => {
    await db.delete(cronRuns)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('goes on with the others when one fails', async () => {
    const { to, mailer } = counting()
    const ctx = await jobContext(wholeHour())
    const failing: ServiceContext = {
      ...ctx,
      mailer,
      media: { ...ctx.media, abort: () => Promise.reject(new Error('R2 is away')) },
    }
    const { id } = await makeUser()
    await db.insert(uploads).values(abandonedUpload(randomId(), id))
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

  it('tries a task of every hour again after 1, 2, 4, 8… minutes, until it succeeds', async () => {
    const { id: userId } = await makeUser()
    const start = wholeHour()
    const idle = randomId()
    await db.insert(sessions).values({ id: idle, userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    /** Returns whether the task failed in that minute; null where it wasn't tried. */
    const runAt = async (minutes: number) => {
      logged.mockClear()
      await runCron(await jobContext(start + minutes * minute))
      if (logged.mock.calls.some(([line]) => String(line).includes('"task":"prune-sessions"'))) return true
      return (await db.select().from(sessions).where(eq(sessions.id, idle))).length === 0 ? false : null
    }
    await db.run(sql`create trigger away before delete on sessions begin select raise(abort, 'away'); end`)
    const failed: number[] = []
    for (let minutes = 0; minutes <= 5; minutes += 1) if (await runAt(minutes)) failed.push(minutes)
    expect(failed).toEqual([0, 1, 2, 4])
    await db.run(sql`drop trigger away`)
    expect(await runAt(7)).toBeNull()
    // Also where cron rested in the minute itself.
    expect(await runAt(9)).toBe(false)
    await db.insert(sessions).values({ id: idle, userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    expect(await runAt(17)).toBeNull()
    logged.mockRestore()
    await db.delete(sessions).where(eq(sessions.userId, userId))
  })

  it.each([
    ['there was no database', /^DB /],
    ['neither a lease nor a note could be written', /^DB insert into "?(leases|cron_runs)/],
    ['nothing ran', null],
  ])('does what was due in a minute when %s as soon as it can, and once', async (_, acts) => {
    const { id: userId } = await makeUser()
    const start = wholeHour()
    const leaveIdle = () =>
      db.insert(sessions).values({ id: randomId(), userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    const idle = async () => (await db.select().from(sessions).where(eq(sessions.userId, userId))).length
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await schedule(start - minute)
    await leaveIdle()
    const faults = new Faults()
    if (acts) await schedule(start, faultyEnv(faults.throws(acts, 'D1 is away')))
    expect([await idle(), logged.mock.calls.length > 0]).toEqual([1, acts !== null])
    await schedule(start + 3 * minute)
    expect(await idle()).toBe(0)
    await leaveIdle()
    await schedule(start + 4 * minute)
    expect(await idle()).toBe(1)
    await schedule(start + hour + minute)
    expect(await idle()).toBe(0)
    logged.mockRestore()
  })

  it('does not start what still runs', async () => {
    const { to, mailer } = counting()
    const ctx = { ...(await jobContext(wholeHour())), mailer }
    await mailTo(ctx, 'joan@example.com')
    await withLease(ctx, 'cron:mail', hour, () => runCron(ctx))
    expect(to).toEqual([])
    await runCron(ctx)
    expect(to.filter((address) => address === 'joan@example.com')).toHaveLength(1)
  })

  it('waits half a minute for a task that hangs, and starts it again once its lease has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const logged = (['warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    )
    const events = () =>
      logged.flatMap((spy) =>
        spy.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; task: string }),
      )
    const left = (id: string) => db.select().from(sessions).where(eq(sessions.id, id))
    const ctx = await jobContext(wholeHour())
    const [{ id: userId }, idle, abandoned] = [await makeUser(), randomId(), randomId()]
    await db.insert(sessions).values({ id: idle, userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    await db.insert(uploads).values(abandonedUpload(abandoned, userId))
    const abort = vi.fn(() => new Promise<void>(() => {}))
    const run = runCron({ ...ctx, media: { ...ctx.media, abort } })
    while (abort.mock.calls.length === 0) await left(idle)
    await vi.advanceTimersByTimeAsync(minute / 2)
    // A task far behind it.
    while ((await left(idle)).length > 0);
    await vi.advanceTimersByTimeAsync(5 * minute)
    await run
    expect(events()).toEqual([
      { level: 'warn', event: 'cron.slow', task: 'stale-uploads' },
      { level: 'error', event: 'cron.hung', task: 'stale-uploads' },
    ])
    const again = vi.fn(async () => {})
    for (const minutes of [6, 7])
      await runCron({ ...later(ctx, minutes * minute), media: { ...ctx.media, abort: again } })
    expect(again).toHaveBeenCalledOnce()
    for (const spy of logged) spy.mockRestore()
    vi.useRealTimers()
  })

  it('runs what ended an earlier run last, and says that it fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const ctx = await jobContext(wholeHour())
    await runCron(later(ctx, -minute))
    const [{ id: userId }, idle, abandoned] = [await makeUser(), randomId(), randomId()]
    await db.insert(uploads).values(abandonedUpload(abandoned, userId))
    await db.insert(sessions).values({ id: idle, userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    const isIdleLeft = async () => (await db.select().from(sessions).where(eq(sessions.id, idle))).length > 0
    /** Runs until cron comes to the task, which leaves it as a kill would: nothing of the run is ever done again. */
    const runUntilKilled = async (minutes: number) => {
      const killed = Promise.withResolvers<void>()
      const abort = () => {
        killed.resolve()
        return new Promise<void>(() => {})
      }
      void runCron({ ...later(ctx, minutes * minute), media: { ...ctx.media, abort } })
      await killed.promise
    }
    const failing = async () => (await db.select({ failing: cronRuns.failing }).from(cronRuns))[0]?.failing
    await runUntilKilled(0)
    expect([await isIdleLeft(), await failing()]).toEqual([true, {}])
    await runUntilKilled(3)
    expect([await isIdleLeft(), await failing()]).toEqual([false, { 'stale-uploads': ctx.now + 3 * minute }])
    vi.useRealTimers()
    await runCron({ ...later(ctx, 6 * minute), media: { ...ctx.media, abort: async () => {} } })
    expect(await failing()).toEqual({})
    await db.delete(uploads).where(eq(uploads.userId, userId))
  })

  it('gives each task the time at which it begins', async () => {
    const ctx = await jobContext(wholeHour())
    const { id: userId } = await makeUser()
    const idle = randomId()
    // Idle for long enough only by the time at which the last tasks begin.
    const seenAt = ctx.now - 30 * 24 * hour + minute
    await db.insert(sessions).values({ id: idle, userId, tokenVersion: 0, createdAt: 0, seenAt })
    let elapsed = 0
    await runCron(ctx, () => (elapsed += 10_000))
    expect(await db.select().from(sessions).where(eq(sessions.id, idle))).toEqual([])
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
    await runCron(await jobContext(now))
    const left = await db.select().from(sessions).where(eq(sessions.userId, userId))
    expect(left.map((row) => row.id)).toEqual([young])
  })

  it('leaves tasks with longer turns to the run that is at them, and does them later if it does not', async () => {
    const ctx = await jobContext(wholeHour())
    await runCron(later(ctx, -minute))
    const { id: userId } = await makeUser()
    await db.insert(sessions).values({ id: randomId(), userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    const left = () => db.select().from(sessions).where(eq(sessions.userId, userId))
    await withLease(ctx, 'cron:seldom', minute, () => runCron(ctx))
    expect(await left()).toHaveLength(1)
    await runCron(later(ctx, minute))
    expect(await left()).toEqual([])
  })

  it('is what the scheduled handler runs', async () => {
    const ctx = await jobContext(wholeHour())
    const { id: userId } = await makeUser()
    await db.insert(sessions).values({ id: randomId(), userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
    await schedule(ctx.now)
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([])
  })
})
