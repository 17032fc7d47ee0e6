import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deadLetters, leases } from '#db/schema'
import { jobContext, later, userContext } from '#test/support/context'
import { counting, mailTo } from '#test/support/counting-mailer'
import { testDb } from '#test/support/factories'
import { deliver, message } from '#test/support/queue'
import { importRowOf, withoutQueues } from '#test/support/videos/imports'
import { Origin } from '#test/support/videos/origin'
import { retryDelay } from '#worker/jobs/consumer'
import { withLease } from '#worker/services/shared/leases'
import { startImport } from '#worker/services/uploads/imports/index'
import { randomId } from '#worker/storage/keys'

const db = testDb()
const minute = 60_000
const hour = 60 * minute

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
    // The queue of dead letters counts its own attempts.
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
    /** Begins work under a lease that lasts until the test ends it. */
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
        // The database answers in the order of the calls.
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
