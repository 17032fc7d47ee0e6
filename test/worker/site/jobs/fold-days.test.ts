import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { daysKept } from '#contract/values/shared/daily-stats'
import { dayOf, firstOfMonth } from '#contract/values/shared/time'
import { overviewDays } from '#contract/values/site/overview'
import { statisticsDays } from '#contract/values/videos/statistics'
import { batchNamed } from '#db/batch-named'
import { uploadsOf } from '#db/queries/moderation/acquirer-report'
import { markCounted, markDay } from '#db/queries/shared/daily-stats'
import { foldOwnerDays, foldVideoDays } from '#db/queries/shared/months'
import { dailyStats, ownerDays, videoCurves, videoDays } from '#db/schema'
import { jobContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { day, makeUser, makeVideo, testDb } from '#test/support/factories'
import { allIds, atTurnsOf } from '#test/support/slices'
import { foldDays } from '#worker/services/shared/daily-stats/index'

const db = testDb()
const now = Date.UTC(2030, 4, 17, 12)
const today = dayOf(now)
/** 400 days earlier is April 12, 2029: all of March is over for longer than that, but not all of April. */
const before = dayOf(Date.UTC(2029, 3, 1))

interface Numbers {
  day: number
  views: number
}

/** Adds up numbers by month, and by the other columns that distinguish rows. */
function byMonth<Row extends { day: number }>(
  rows: Row[],
  keyOf: (row: Row) => unknown,
  sumOf: (row: Row) => number,
) {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const key = JSON.stringify([firstOfMonth(row.day), keyOf(row)])
    sums.set(key, (sums.get(key) ?? 0) + sumOf(row))
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const recent = <Row extends Numbers>(rows: Row[]) => rows.filter((row) => row.day >= before)

beforeEach(emptySite)

describe('days of more than 400 days ago', () => {
  it('become months, wherever a run is cut off; no sum changes, and no later day', async () => {
    const owner = await makeUser()
    const ids = [
      (await makeVideo(owner.id)).id,
      (await makeVideo(owner.id)).id,
      (await makeVideo(owner.id)).id,
    ]
    const row = fc.record({
      videoId: fc.constantFrom(...ids),
      ago: fc.integer({ min: 0, max: 900 }),
      country: fc.constantFrom('', 'DE', 'FR'),
      views: fc.integer({ min: 0, max: 1000 }),
      likes: fc.integer({ min: -3, max: 9 }),
    })
    /**
     * Numbers of rows for each batch; as long as there is another number, another batch follows in this run.
     */
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 150 }), cuts, async (rows, cuts) => {
        await db.delete(videoDays)
        await db.delete(ownerDays)
        for (const { ago, ...each } of rows) {
          await db
            .insert(videoDays)
            .values({ ...each, day: today - ago })
            .onConflictDoNothing()
          await db
            .insert(ownerDays)
            .values({ userId: owner.id, day: today - ago, views: each.views })
            .onConflictDoNothing()
        }
        const earlier = await db.select().from(videoDays)
        const ofOwner = await db.select().from(ownerDays)
        const check = async () => {
          const later = await db.select().from(videoDays)
          for (const name of ['views', 'likes'] as const) {
            const sums = (each: typeof later) =>
              byMonth(
                each,
                (of) => [of.videoId, of.country],
                (of) => of[name],
              )
            expect(sums(later)).toEqual(sums(earlier))
          }
          expect(recent(later)).toEqual(recent(earlier))
          const owned = await db.select().from(ownerDays)
          const sums = (each: typeof owned) =>
            byMonth(
              each,
              () => 0,
              (of) => of.views,
            )
          expect(sums(owned)).toEqual(sums(ofOwner))
          expect(recent(owned)).toEqual(recent(ofOwner))
          return [...later, ...owned]
        }
        for (const atMost of cuts) {
          await batchNamed(db, foldVideoDays(db, allIds, { before, atMost }))
          await batchNamed(db, foldOwnerDays(db, allIds, { before, atMost }))
          await check()
        }
        await atTurnsOf([owner.id, ...ids], now, foldDays)
        const left = await check()
        for (const each of left) if (each.day < before) expect(each.day).toBe(firstOfMonth(each.day))
        // A folded month doesn't change.
        await atTurnsOf([owner.id, ...ids], now, foldDays)
        expect(await check()).toEqual(left)
      }),
      { numRuns: 12 },
    )
  })

  it('keep how far people watched, what was charged, the report of a month, and how many members each day had', async () => {
    const owner = await makeUser()
    const { id } = await makeVideo(owner.id)
    const march = dayOf(Date.UTC(2029, 2, 1))
    for (const at of [march + 3, march + 20, march + 31])
      await db.insert(videoCurves).values({ videoId: id, day: at, reports: 2, part0: 2, part7: 1 })
    const numbers = { plays: 5, uploads: 7, 'charged:EUR': 999, premium: 40 }
    const days = [0, march + 3, march + 20, march + 31]
    for (const at of days)
      for (const [name, value] of Object.entries(numbers))
        await db.insert(dailyStats).values({ day: at, name, value })
    const ofMarch = { from: march * day, until: (march + 31) * day }
    const [reported] = await uploadsOf(db, ofMarch)
    await atTurnsOf([id], now, foldDays)
    expect([reported?.uploads, await uploadsOf(db, ofMarch)]).toEqual([14, [{ uploads: 14 }]])
    expect(await db.select().from(videoCurves)).toMatchObject([
      { day: march, reports: 4, part0: 4, part1: 0, part7: 2 },
      { day: march + 31, reports: 2, part0: 2, part7: 1 },
    ])
    const of = async (wanted: string) =>
      (await db.select().from(dailyStats))
        .filter(({ name }) => name === wanted)
        .map(({ day, value }) => [day, value])
    expect(await of('plays')).toEqual([
      [0, 5],
      [march, 10],
      [march + 31, 5],
    ])
    expect(await of('charged:EUR')).toContainEqual([march, 1998])
    expect(await of('premium')).toEqual(days.map((at) => [at, 40]))
  })

  it('leave the mark up to which plays are counted as it is', async () => {
    await markCounted(db, now)
    await foldDays(await jobContext(now))
    expect(await db.select().from(dailyStats)).toMatchObject([{ day: markDay, value: now }])
  })

  it('are older than any that a page shows by day', () => {
    expect(daysKept).toBeGreaterThan(Math.max(...statisticsDays, overviewDays))
  })
})
