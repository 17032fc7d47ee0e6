import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, hour, minute } from '#contract/values/shared/time'
import {
  blockedHashes,
  claims,
  cronRuns,
  dailyStats,
  deadLetters,
  payOrders,
  sessions,
  type TaskState,
  users,
  viewsSeen,
  webhookEvents,
} from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, later, userContext, wholeHour } from '#test/support/context'
import { counting, mailTo } from '#test/support/counting-mailer'
import { catching, runAll } from '#test/support/cron'
import { emptySite } from '#test/support/empty-site'
import { ban, makeTerm, makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { Faults, faultyEnv } from '#test/support/faults'
import { fixture } from '#test/support/fixtures'
import { askedRow, mailsOf } from '#test/support/moderation/removals'
import { deliver, message } from '#test/support/queue'
import { addLadder } from '#test/support/videos/ladder'
import { finish } from '#test/support/videos/uploads'
import { compose } from '#worker/compose'
import { hashFile } from '#worker/formats/hash-file'
import { readerOf } from '#worker/formats/read-at'
import { runCron } from '#worker/jobs/cron'
import { runSentTask } from '#worker/jobs/run-task'
import type { ServiceContext } from '#worker/services/context'
import { claimUpload } from '#worker/services/uploads/transfer/claim'
import { randomId } from '#worker/storage/keys'

const db = testDb()

beforeEach(async () => {
  await emptySite()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Returns cron's state of a task. */
async function stateOf(task: string): Promise<TaskState | undefined> {
  return (await db.select().from(cronRuns))[0]?.tasks[task]
}

/** Creates a session that `prune-sessions` deletes. */
async function leaveIdle(): Promise<void> {
  const { id: userId } = await makeUser()
  await db.insert(sessions).values({ id: randomId(), userId, tokenVersion: 0, createdAt: 0, seenAt: 0 })
}

async function idle(): Promise<number> {
  return (await db.select().from(sessions)).length
}

/** Creates a view that `count-plays` counts. */
async function leaveView(at: number): Promise<void> {
  const { id } = await makeVideo((await makeUser()).id)
  await db.insert(viewsSeen).values({ videoId: id, viewer: 'someone', at })
}

async function viewsCounted(): Promise<number> {
  const rows = await db.select().from(dailyStats).where(eq(dailyStats.name, 'plays'))
  return rows.reduce((sum, { value }) => sum + value, 0)
}

/** Returns the row of a payment provider's empty notice, which `payment-inbox` follows up. */
function dueWebhook(now: number): typeof webhookEvents.$inferInsert {
  const body = JSON.stringify({ orders: [], payments: [], disputes: [], bindings: [], returned: [] })
  return { provider: 'paypal', eventId: randomId(), type: 'test', body, receivedAt: now, nextAttemptAt: now }
}

/** Returns a context whose queue collects the names of tasks in `sent`. */
async function listening(now: number) {
  const ctx = await jobContext(now)
  const { jobs, sent } = catching(ctx.jobs)
  return { ctx: { ...ctx, jobs }, sent }
}

/** Returns the events that are logged from now on, with their tasks. */
function logged() {
  const events: { event: string; task: string; tasks: string }[] = []
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void events.push(JSON.parse(String(line))))
  return events
}

const refuse = () => Promise.reject(new Error('Queue send failed'))
const refusing = { send: refuse, sendBatch: refuse } as unknown as ServiceContext['jobs'] & Queue<never>

describe('what cron costs where there is nothing to do', () => {
  /** Runs cron as the handler does, and returns its use of the database in that minute. */
  async function costAt(now: number) {
    await runAll(await jobContext(now - minute))
    const origin = { now, requestId: 'test', client: { address: 'system', userAgent: '' } }
    const { ctx, counts } = await compose(env, { ...origin, defer: () => undefined })
    const { jobs, sent } = catching(ctx.jobs)
    await runCron({ ...ctx, jobs })
    return { ...counts.d1, sent }
  }

  it('in a minute is at most 5 trips, 8 queries and 4 rows written', async () => {
    const { trips, queries, rowsRead, rowsWritten, sent } = await costAt(wholeHour() + 7 * minute)
    expect(sent).toEqual([])
    expect(trips).toBeLessThanOrEqual(5)
    expect(queries).toBeLessThanOrEqual(8)
    expect(rowsRead).toBeLessThanOrEqual(300)
    expect(rowsWritten).toBeLessThanOrEqual(4)
  })

  it('in its claim is at most 75 of the hundred parameters of a statement', async () => {
    const faults = new Faults()
    const ctx = await jobContext(wholeHour(), faultyEnv(faults))
    await runCron({ ...ctx, jobs: catching(ctx.jobs).jobs })
    const [claim] = faults.acts.filter((act) => /^DB insert into "?cron_runs/.test(act))
    expect(claim).toContain('mail_outbox')
    expect(claim?.match(/\?/g)?.length).toBeLessThanOrEqual(75)
  })

  it.each<[string, number]>([
    ['each tenth minute', wholeHour() + 10 * minute],
    ['an hour', wholeHour()],
    ['a day', Math.ceil(wholeHour() / day) * day],
  ])('in the first minute of %s is at most 12 trips', async (_, at) => {
    const { trips, queries, rowsWritten, sent } = await costAt(at)
    expect(sent).toContain('prune-expired')
    expect(trips).toBeLessThanOrEqual(12)
    expect(queries).toBeLessThanOrEqual(12)
    expect(rowsWritten).toBeLessThanOrEqual(4)
  })
})

describe('cron', () => {
  const settingsCopy = { equals: async () => false, write: () => Promise.reject(new Error('KV is down')) }

  it('does email first, and goes on with the others when one fails', async () => {
    const start = wholeHour()
    const { to, mailer } = counting()
    const { ctx, sent } = await listening(start)
    await mailTo(ctx, 'grace@example.com')
    await leaveView(start - 10 * minute)
    const events = logged()
    await runCron({ ...ctx, mailer, settingsCopy })
    expect(events).toEqual([
      expect.objectContaining({ event: 'cron.failed', task: 'copy-settings', message: 'KV is down' }),
    ])
    expect([to, await viewsCounted()]).toEqual([['grace@example.com'], 1])
    expect(sent).toContain('prune-sessions')
    expect(await stateOf('copy-settings')).toEqual({ done: start - minute, failing: start })
    await runCron({ ...later(ctx, minute), settingsCopy })
    expect(await stateOf('copy-settings')).toMatchObject({ done: start - minute, failing: start })
    await runCron(later(ctx, 2 * minute))
    expect(await stateOf('copy-settings')).toEqual({ done: start + 2 * minute })
  })

  it('does in the same minute what has something to do alone, and fails no more where it has nothing', async () => {
    const { ctx, sent } = await listening(wholeHour() + 7 * minute)
    await db.insert(cronRuns).values({
      id: 1,
      at: 0,
      tasks: { 'bans-ended': { done: 0, failing: 1 }, retag: { done: 0, failing: 1, sent: ctx.now - hour } },
    })
    await db.insert(webhookEvents).values(dueWebhook(ctx.now))
    await runCron(ctx)
    expect(sent).toEqual(['payment-inbox'])
    for (const task of ['bans-ended', 'retag', 'mail']) expect(await stateOf(task)).toEqual({ done: ctx.now })
  })

  it.each([
    ['there was no database', /^DB /],
    ['nothing could be claimed', /^DB insert into "?cron_runs/],
    ['nothing ran', null],
  ])('does what was due in a minute when %s as soon as it can, and once', async (_, acts) => {
    const start = wholeHour()
    await runAll(await jobContext(start - minute))
    await leaveIdle()
    const events = logged()
    if (acts) await runAll(await jobContext(start, faultyEnv(new Faults().throws(acts, 'D1 is away'))))
    expect([await idle(), events.length > 0]).toEqual([1, acts !== null])
    await runAll(await jobContext(start + 3 * minute))
    expect(await idle()).toBe(0)
    await leaveIdle()
    await runAll(await jobContext(start + 4 * minute))
    expect(await idle()).toBe(1)
    await runAll(await jobContext(start + hour + minute))
    expect(await idle()).toBe(0)
  })

  it('does all but one task when the query for its work fails', async () => {
    const { to, mailer } = counting()
    const { ctx, sent } = await listening(wholeHour())
    await mailTo(ctx, 'ida@example.com')
    await db.run(sql`drop index users_ban_ends`)
    const events = logged()
    await runCron({ ...ctx, mailer })
    expect(to).toEqual(['ida@example.com'])
    expect(sent).toEqual(expect.arrayContaining(['payment-inbox', 'prune-sessions']))
    expect(events.map(({ event, task }) => [event, task])).toEqual([
      ['cron.work-unknown', undefined],
      ['cron.failed', 'bans-ended'],
    ])
  })

  it('does what it claims in a statement whose answer is lost', async () => {
    const faults = new Faults().throws(/^DB insert into "?cron_runs/, 'Lost', { when: 'after', times: 1 })
    const ctx = await jobContext(wholeHour(), faultyEnv(faults))
    await leaveView(ctx.now - 10 * minute)
    logged()
    const { jobs, sent } = catching(ctx.jobs)
    await runCron({ ...ctx, jobs })
    expect(await viewsCounted()).toBe(1)
    expect(sent).toContain('prune-sessions')
  })

  it('does and sends each task once where two runs overlap', async () => {
    const { to, mailer } = counting()
    const { ctx, sent } = await listening(wholeHour())
    await mailTo(ctx, 'joan@example.com')
    const run = () => runCron({ ...ctx, mailer })
    const within: ServiceContext['settingsCopy'] = {
      ...ctx.settingsCopy,
      // While the first run is at its tasks.
      equals: async () => {
        await Promise.all([run(), runCron({ ...later(ctx, minute), mailer })])
        return true
      },
    }
    await Promise.all([runCron({ ...ctx, mailer, settingsCopy: within }), run()])
    expect(to).toEqual(['joan@example.com'])
    expect(sent.length).toBeGreaterThan(20)
    expect(sent).toEqual([...new Set(sent)])
  })

  it('waits half a minute for a task that hangs, and starts it again once it is given up', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const { ctx, sent } = await listening(wholeHour() + minute)
    await db.insert(webhookEvents).values(dueWebhook(ctx.now))
    await leaveView(ctx.now - 10 * minute)
    const events = logged()
    const equals = vi.fn(() => new Promise<boolean>(() => {}))
    let elapsed = 0
    const run = runCron({ ...ctx, settingsCopy: { ...ctx.settingsCopy, equals } }, () => elapsed)
    while (equals.mock.calls.length === 0) await idle()
    elapsed = minute / 2
    await vi.advanceTimersByTimeAsync(minute / 2)
    // A task behind it has run, and so have those of the queue, which waits for none.
    while ((await viewsCounted()) === 0);
    expect(sent).toContain('payment-inbox')
    const again = vi.fn(async () => true)
    const runAgain = (minutes: number) =>
      runCron({ ...later(ctx, minutes * minute), settingsCopy: { ...ctx.settingsCopy, equals: again } })
    for (const minutes of [1, 2, 3, 4, 5]) await runAgain(minutes)
    expect(again).not.toHaveBeenCalled()
    expect(await stateOf('count-plays')).toEqual({ done: ctx.now + 5 * minute })
    await vi.advanceTimersByTimeAsync(5 * minute)
    await run
    expect(events.map(({ event, task }) => [event, task])).toEqual([
      ['cron.slow', 'copy-settings'],
      ['cron.hung', 'copy-settings'],
    ])
    expect(await stateOf('copy-settings')).toMatchObject({ failing: ctx.now })
    await runAgain(6)
    expect(again).toHaveBeenCalledOnce()
  })

  it('does what ended an earlier run after the others, whose turn comes, and says that it fails', async () => {
    const { to, mailer } = counting()
    const ctx = { ...(await jobContext(wholeHour() + minute)), mailer }
    const { id: banned } = await makeUser()
    await ban(banned, ctx.now)
    await leaveView(ctx.now - 10 * minute)
    /** Runs until cron reaches the task, and leaves the rest of the run undone, as a kill would. */
    const runUntilKilled = async (minutes: number) => {
      const killed = Promise.withResolvers<void>()
      const equals = () => {
        killed.resolve()
        return new Promise<boolean>(() => {})
      }
      void runCron({ ...later(ctx, minutes * minute), settingsCopy: { ...ctx.settingsCopy, equals } })
      await killed.promise
    }
    const reasonOf = async (id: number) =>
      (await db.select().from(users).where(eq(users.id, id)))[0]?.banReason
    const failing = async () =>
      Object.entries((await db.select().from(cronRuns))[0]?.tasks ?? {}).flatMap(([name, state]) =>
        state.failing === undefined ? [] : [name],
      )
    await runUntilKilled(0)
    expect([await reasonOf(banned), await viewsCounted()]).toEqual([null, 0])
    // The killed run's claims haven't lapsed.
    await mailTo(ctx, 'ada@example.com')
    await runCron(later(ctx, minute))
    expect([to, await viewsCounted()]).toEqual([['ada@example.com'], 0])
    await runUntilKilled(2)
    // In this run, the other tasks may have caused the end as well.
    expect(await failing()).toContain('copy-settings')
    await runUntilKilled(4)
    expect([await viewsCounted(), await failing()]).toEqual([1, ['copy-settings']])
    await runCron(later(ctx, 6 * minute))
    expect(await failing()).toEqual([])
  })

  it('gives each task the time at which it begins', async () => {
    const ctx = await jobContext(wholeHour())
    // The term is over when the terms are counted.
    await makeTerm((await makeUser()).id, ctx.now + 5000)
    let elapsed = 0
    await runCron(ctx, () => (elapsed += 10_000))
    const { results } = await env.DB.prepare(`select value from daily_stats where name = 'premium'`).all()
    expect(results).toEqual([{ value: 0 }])
  })

  it('is what the scheduled handler runs', async () => {
    const { default: worker } = await import('#worker/index')
    const faults = new Faults()
    const event = { scheduledTime: wholeHour(), cron: '* * * * *', type: 'scheduled' as const, noRetry() {} }
    await worker.scheduled(event, faultyEnv(faults), createExecutionContext())
    expect(faults.count(/^JOBS sendBatch .*"task":"prune-sessions"/)).toBe(1)
    expect(await stateOf('copy-settings')).toEqual({ done: event.scheduledTime })
  })
})

describe('a task that cron sends to the queue', () => {
  /** Passes the queue's message about a task to its consumer. Returns whether it is to be repeated. */
  async function handle(task: string, now: number, attempts = 1): Promise<boolean> {
    const { again } = await deliver(
      'nocturne-jobs',
      [message({ job: 'task', task }, attempts)],
      await jobContext(now),
    )
    return again.length > 0
  }

  const failDeletes = () =>
    db.run(sql`create trigger away before delete on sessions begin select raise(abort, 'away'); end`)

  it('is done once, however often its message comes', async () => {
    const { ctx, sent } = await listening(wholeHour())
    await leaveIdle()
    await runCron(ctx)
    expect([sent.includes('prune-sessions'), await idle()]).toEqual([true, 1])
    expect([await handle('prune-sessions', ctx.now + 1000), await idle()]).toEqual([false, 0])
    expect(await stateOf('prune-sessions')).toEqual({ done: ctx.now + 1000 })
    await leaveIdle()
    expect([await handle('prune-sessions', ctx.now + 2000), await idle()]).toEqual([false, 1])
  })

  it('is not begun by a second message while the first is at it, nor sent again', async () => {
    const { ctx, sent } = await listening(wholeHour())
    await db.insert(webhookEvents).values(dueWebhook(ctx.now))
    await runCron(ctx)
    let begun = 0
    const slow = {
      ...ctx,
      db: new Proxy(ctx.db, {
        get(target, name) {
          if (name === 'select') begun += 1
          return Reflect.get(target, name)
        },
      }),
    }
    sent.length = 0
    const both = [runSentTask(slow, 'payment-inbox'), runSentTask(slow, 'payment-inbox')]
    expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
    ])
    // Of one run: the tasks that were due, and this one.
    expect(begun).toBe(2)
    expect(await handle('payment-inbox', ctx.now + minute)).toBe(false)
    await db.update(cronRuns).set({
      tasks: { 'payment-inbox': { done: 0, sent: ctx.now, by: 'another', until: ctx.now + 6 * minute } },
    })
    await db.update(webhookEvents).set({ status: 'received', nextAttemptAt: 0 })
    await runCron(later(ctx, 5 * minute))
    expect(sent).not.toContain('payment-inbox')
    expect((await db.select().from(webhookEvents))[0]?.status).toBe('received')
  })

  it.each<[string, Faults]>([
    ['its consumer is killed', new Faults().hangs(/^DB delete from "sessions"/)],
    [
      'the answer to its claim is lost',
      new Faults().throws(/^DB update "cron_runs"/, 'Lost', { when: 'after' }),
    ],
  ])('is repeated once the claim has lapsed when %s, and counts as failing meanwhile', async (_, faults) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ctx } = await listening(wholeHour())
    await leaveIdle()
    await runCron(ctx)
    logged()
    const hold = 6 * minute
    const endAt = async (now: number) => {
      const begun = await jobContext(now, faultyEnv(faults))
      void runSentTask(begun, 'prune-sessions').catch(() => undefined)
      while ((await stateOf('prune-sessions'))?.until !== now + hold);
    }
    const again = async (now: number) => {
      const body = { job: 'task', task: 'prune-sessions' }
      return (await deliver('nocturne-jobs', [message(body, 2)], await jobContext(now))).delays
    }
    await endAt(ctx.now)
    expect([await again(ctx.now + 5000), await idle()]).toEqual([[6 * 60 - 5], 1])
    await endAt(ctx.now + hold)
    expect(await stateOf('prune-sessions')).toMatchObject({ failing: ctx.now + hold, sent: ctx.now })
    expect([await again(ctx.now + 2 * hold), await idle()]).toEqual([[], 0])
    expect(await stateOf('prune-sessions')).toEqual({ done: ctx.now + 2 * hold })
  })

  it('is repeated by the queue when it fails, shown as failing, and sent again once it is dead', async () => {
    const { ctx, sent } = await listening(wholeHour())
    await leaveIdle()
    await runCron(ctx)
    await failDeletes()
    const events = logged()
    let now = ctx.now
    for (const attempts of [1, 2, 3, 4, 5, 6]) {
      now += 30_000
      expect(await handle('prune-sessions', now, attempts)).toBe(true)
    }
    expect(
      events.filter(({ event, task }) => event === 'cron.failed' && task === 'prune-sessions'),
    ).toHaveLength(6)
    expect(await stateOf('prune-sessions')).toMatchObject({ failing: ctx.now + 30_000, sent: now })
    await deliver(
      'nocturne-jobs-dead',
      [message({ job: 'task', task: 'prune-sessions' })],
      later(ctx, 4 * minute),
    )
    expect(await db.select().from(deadLetters)).toMatchObject([
      { body: '{"job":"task","task":"prune-sessions"}' },
    ])
    sent.length = 0
    await runCron(later(ctx, 12 * minute))
    expect(sent).not.toContain('prune-sessions')
    await runCron(later(ctx, 13 * minute))
    expect(sent).toContain('prune-sessions')
    await db.run(sql`drop trigger away`)
    expect([await handle('prune-sessions', ctx.now + 13 * minute), await idle()]).toEqual([false, 0])
    expect(await stateOf('prune-sessions')).toEqual({ done: ctx.now + 13 * minute })
  })

  it('is given up after five minutes where it hangs, and repeated', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const faults = new Faults()
    const ctx = await jobContext(wholeHour(), faultyEnv(faults))
    await runCron({ ...ctx, jobs: catching(ctx.jobs).jobs })
    const events = logged()
    faults.hangs(/^DB delete from "sessions"/)
    await expect(faults.outwait(5 * minute, () => runSentTask(ctx, 'prune-sessions'))).rejects.toThrow(
      'prune-sessions',
    )
    expect(await stateOf('prune-sessions')).toMatchObject({ failing: ctx.now, sent: ctx.now })
    expect(events.map(({ event }) => event)).toContain('cron.failed')
    faults.clear()
    await runSentTask(later(ctx, minute), 'prune-sessions')
    expect(await stateOf('prune-sessions')).toEqual({ done: ctx.now + minute })
  })

  it('is left to the version of the worker that knows it', async () => {
    const { ctx } = await listening(wholeHour())
    await runCron(ctx)
    logged()
    expect(await handle('of-a-later-version', ctx.now)).toBe(true)
  })

  it('is sent again when its message was lost, and counts as failing since', async () => {
    const { ctx, sent } = await listening(wholeHour())
    await runCron(ctx)
    sent.length = 0
    for (const minutes of [1, 5, 9]) await runCron(later(ctx, minutes * minute))
    expect(sent).not.toContain('prune-sessions')
    await runCron(later(ctx, 10 * minute))
    expect(sent).toContain('prune-sessions')
    expect(await stateOf('prune-sessions')).toMatchObject({ failing: ctx.now, sent: ctx.now + 10 * minute })
  })

  it('is done by cron where it was not begun for two minutes and may not wait, and not twice', async () => {
    const { ctx, sent } = await listening(wholeHour() + 6 * minute)
    const statusOf = async () => (await db.select().from(webhookEvents))[0]?.status
    await db.insert(webhookEvents).values(dueWebhook(ctx.now))
    await runCron(ctx)
    await runCron(later(ctx, minute))
    expect([sent, await statusOf()]).toEqual([['payment-inbox'], 'received'])
    await runCron(later(ctx, 2 * minute))
    expect([sent, await statusOf()]).toEqual([['payment-inbox'], 'done'])
    expect(await stateOf('payment-inbox')).toEqual({ done: ctx.now + 2 * minute })
    await db.update(webhookEvents).set({ status: 'received', nextAttemptAt: 0 })
    expect([await handle('payment-inbox', ctx.now + 2 * minute), await statusOf()]).toEqual([
      false,
      'received',
    ])
  })
})

it('does email, settlement, the removal clock and blocked files through a day with queues that refuse everything', async () => {
  logged()
  const start = wholeHour()
  const { to, mailer } = counting()
  const ctx = { ...(await jobContext(start)), mailer, jobs: refusing, imports: refusing }
  const { id: userId } = await makeUser()
  // The request was made twenty hours before.
  const asking = new TestClient()
  asking.now = start - 20 * hour
  const { id: remindedOf } = await askedRow({}, asking)
  const films: number[] = []
  const ladders: number[] = []
  /** People's acts at these minutes of the day. */
  const acts = new Map<number, () => Promise<void>>([
    [7, () => publish('ok.mp4')],
    [65, () => publish('camera.mp4')],
    [190, async () => void (await mailTo(ctx, 'ada@example.com'))],
    [311, async () => void (await db.insert(webhookEvents).values(dueWebhook(start + 311 * minute)))],
    [500, () => order(start + 500 * minute)],
    [720, () => claim(start + 720 * minute)],
    [900, ladder],
    [1300, async () => void (await mailTo(ctx, 'grace@example.com'))],
  ])
  const blocked = new Uint8Array(fixture('camera.mp4'))
  const chunks = { chunks: [blocked], read: readerOf(blocked), size: blocked.length, type: 'mp4' as const }
  const { pictureSha256 } = await hashFile(chunks)
  await db.insert(blockedHashes).values({ sha256: pictureSha256 ?? '', reason: 'removed', createdAt: 0 })

  async function publish(file: string): Promise<void> {
    const owner = await userContext()
    const { id } = await finish(owner, fixture(file))
    const { objectKey, size } = await claimUpload(owner, id, 'video')
    const facts = { sourceKey: objectKey, sourceBytes: size, status: 'processing' as const }
    films.push((await makeVideo(owner.actor.id, facts)).id)
  }
  async function ladder(): Promise<void> {
    const video = await makeVideo(userId)
    await addLadder(video)
    ladders.push(video.id)
  }
  async function order(now: number): Promise<void> {
    const terms = {
      plan: 'monthly',
      currency: 'USD',
      amountMinor: 999,
      periodDays: 30,
      termsVersion: 1,
    } as const
    const times = { consentAt: now, createdAt: now - 2 * hour, expiresAt: now + hour, nextCheckAt: now }
    await db.insert(payOrders).values({ id: randomId(), userId, provider: 'paypal', ...terms, ...times })
  }
  async function claim(now: number): Promise<void> {
    const facts = {
      method: 'upi',
      kind: 'reference',
      ref: '123456789012',
      plan: 'monthly',
      termsVersion: 1,
    } as const
    const times = { consentAt: now, createdAt: now - 8 * day, nextCheckAt: now }
    await db.insert(claims).values({ id: randomId(), userId, ...facts, ...times })
  }

  const last = 24 * 60 - 1
  // Every minute for a while after an act, and otherwise every tenth, when there is nothing new to do.
  const isBusy = (minutes: number) => [...acts.keys()].some((at) => minutes >= at && minutes < at + 15)
  for (let minutes = 0; minutes <= last; minutes += 1) {
    await acts.get(minutes)?.()
    if (isBusy(minutes) || minutes % 10 === 0 || minutes === last) await runCron(later(ctx, minutes * minute))
  }

  expect(to).toEqual(expect.arrayContaining(['ada@example.com', 'grace@example.com']))
  expect((await db.select().from(webhookEvents)).map(({ status }) => status)).toEqual(['done'])
  expect((await db.select().from(payOrders)).map(({ status }) => status)).toEqual(['failed'])
  expect((await db.select().from(claims)).map(({ status }) => status)).toEqual(['expired'])
  const reminders = await mailsOf(`removal-request:${remindedOf}:clock:`)
  expect(reminders.map(({ dedupeKey }) => Number(dedupeKey.split(':')[3]))).toEqual([36, 24])
  const [fine, refused] = await Promise.all(films.map(videoRow))
  expect([fine?.status, refused?.status]).toEqual(['ready', 'failed'])
  // Its files can't be read, so it is unknown whether they are blocked.
  expect((await Promise.all(ladders.map(videoRow))).map((video) => video?.hold)).toEqual(['quarantine'])
  expect(await stateOf('payment-claims')).toEqual({ done: start + last * minute })
  // Tasks that are sent to the queue have failed since the first refusal.
  expect(await stateOf('prune-sessions')).toMatchObject({ failing: start })
})
