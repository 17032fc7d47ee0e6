import { env } from 'cloudflare:workers'
import { and, between, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { plans } from '#contract/values/payments/prices'
import { viewWindow } from '#contract/values/shared/limits'
import { dayOf } from '#contract/values/shared/time'
import { createDb, zeroCounts } from '#db/client'
import { dailyStats, viewsSeen } from '#db/schema'
import { pruneExpired } from '#worker/jobs/prune'
import { countMembers, countPlays } from '#worker/services/shared/daily-stats/index'
import { jobContext } from '../../support/context'
import { emptySite } from '../../support/empty-site'
import { day, makeTerm, makeUser, makeVideo, testDb, videoRow } from '../../support/factories'
import { view } from '../../support/videos/watching'

const db = testDb()
const minute = 60_000
const hour = 60 * minute

let ownerId: number

beforeEach(async () => {
  await emptySite()
  ownerId = (await makeUser()).id
})

/** Watches a video. Returns whether the view counted. */
async function watch(videoId: number, address: string, now: number): Promise<boolean> {
  const ctx = await jobContext(now)
  const before = (await videoRow(videoId))?.views
  const later: Promise<unknown>[] = []
  const client = { address, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' }
  await view({ ...ctx, client, defer: (work) => void later.push(work) }, videoId, 'site')
  await Promise.all(later)
  return (await videoRow(videoId))?.views !== before
}

async function playsOf(from: number, to: number): Promise<[day: number, plays: number][]> {
  const plays = and(eq(dailyStats.name, 'plays'), between(dailyStats.day, from, to))
  const rows = await db.select().from(dailyStats).where(plays).orderBy(dailyStats.day)
  return rows.map((row) => [row.day, row.value])
}

async function membersOn(at: number): Promise<number | undefined> {
  const [row] = await db
    .select()
    .from(dailyStats)
    .where(and(eq(dailyStats.day, dayOf(at)), eq(dailyStats.name, 'premium')))
  return row?.value
}

describe('plays by day', () => {
  let start = Date.UTC(2030, 0, 1)

  it('are the counted views, whoever comes back and however often the cron runs', async () => {
    const { id } = await makeVideo(ownerId)
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 20 * minute }),
      viewer: fc.integer({ min: 1, max: 3 }),
      runs: fc.integer({ min: 1, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        // Across a midnight, and far from the previous round's views.
        start += 10 * day
        let now = start + day - hour
        const expected = new Map<number, number>()
        for (const { wait, viewer, runs } of steps) {
          now += wait
          if (await watch(id, `10.4.0.${viewer}`, now)) {
            expected.set(dayOf(now), (expected.get(dayOf(now)) ?? 0) + 1)
          }
          // It must be the same with two at once as with one.
          const ctx = await jobContext(now)
          await Promise.all(Array.from({ length: runs }, () => countPlays(ctx)))
        }
        await countPlays(await jobContext(now + hour))
        expect(await playsOf(dayOf(start), dayOf(now))).toEqual([...expected])
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  it('leave what is too young to the next run, and lose none of it', async () => {
    const { id } = await makeVideo(ownerId)
    const now = start + 20 * day + hour
    await watch(id, '10.5.0.1', now)
    await countPlays(await jobContext(now + minute))
    expect(await playsOf(dayOf(now), dayOf(now))).toEqual([])
    // The row comes late, after a slow response.
    await watch(id, '10.5.0.2', now - 30_000)
    await countPlays(await jobContext(now + 3 * minute))
    expect(await playsOf(dayOf(now), dayOf(now))).toEqual([[dayOf(now), 2]])
  })

  it('count before the rows are pruned, even after the cron was away for a day', async () => {
    const { id } = await makeVideo(ownerId)
    const now = start + 40 * day
    await watch(id, '10.6.0.1', now)
    const late = await jobContext(now + day)
    await pruneExpired(late)
    expect(await db.select().from(viewsSeen).where(eq(viewsSeen.videoId, id))).toHaveLength(1)
    await countPlays(late)
    expect(await playsOf(dayOf(now), dayOf(now))).toEqual([[dayOf(now), 1]])
    await pruneExpired(late)
    expect(await db.select().from(viewsSeen).where(eq(viewsSeen.videoId, id))).toEqual([])
  })

  it('of somebody who comes back after the window are two', async () => {
    const { id } = await makeVideo(ownerId)
    const now = start + 60 * day
    await watch(id, '10.7.0.1', now)
    await countPlays(await jobContext(now + 20 * minute))
    await watch(id, '10.7.0.1', now + viewWindow * 1000)
    await countPlays(await jobContext(now + hour))
    expect(await playsOf(dayOf(now), dayOf(now))).toEqual([[dayOf(now), 2]])
  })
})

describe('running terms', () => {
  it('are counted each time anew, each account once', async () => {
    const now = Date.UTC(2026, 5, 10)
    const running = [await makeUser(), await makeUser()]
    for (const { id } of running) await makeTerm(id, now + 5 * day)
    await makeTerm((await makeUser()).id, now + 5 * day, 'yearly')
    await makeTerm((await makeUser()).id, now)
    await countMembers(await jobContext(now))
    expect(await membersOn(now)).toBe(3)
    await makeTerm((await makeUser()).id, now + day)
    await countMembers(await jobContext(now + hour))
    await countMembers(await jobContext(now + hour))
    expect(await membersOn(now)).toBe(4)
  })

  it('cost no more, however many have ended', async () => {
    const now = Date.UTC(2026, 5, 20)
    const counts = zeroCounts()
    const counted = { ...(await jobContext(now)), db: createDb(env.DB, counts) }
    const rowsOf = async () => {
      counts.rowsRead = 0
      await countMembers(counted)
      return counts.rowsRead
    }
    await makeTerm((await makeUser()).id, now + day)
    for (const plan of plans) await makeTerm((await makeUser()).id, now, plan)
    await rowsOf()
    const few = await rowsOf()
    await env.DB.batch([
      env.DB.prepare(
        `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
         select 't' || i, 't' || i, 't' || i, 't' || i, 't' || i, '', 0 from n`,
      ),
      env.DB.prepare(
        `insert into subscriptions (user_id, premium_until, plan, updated_at)
         select id, ?, case id % 3 when 0 then 'monthly' when 1 then 'yearly' end, 0 from users where username like 't%'
           and password_hash = ''`,
      ).bind(now),
    ])
    expect(await rowsOf()).toBe(few)
  })

  it('stay as they were on the days before', async () => {
    const now = Date.UTC(2026, 6, 10)
    await makeTerm((await makeUser()).id, now + 12 * hour)
    await countMembers(await jobContext(now + 7 * minute))
    await countMembers(await jobContext(now + day + 7 * minute))
    expect([await membersOn(now), await membersOn(now + day), await membersOn(now + 2 * day)]).toEqual([
      1,
      0,
      undefined,
    ])
  })
})
