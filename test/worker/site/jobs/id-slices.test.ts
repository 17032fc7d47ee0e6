import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { minute } from '#contract/values/shared/time'
import { createDb, type Db, zeroCounts } from '#db/client'
import { eventsOfSlice } from '#db/queries/payments/entitlements'
import { idsOf } from '#db/queries/shared/id-slices'
import { deleteBeyond } from '#db/queries/videos/library/watch-history'
import { storageScans, subscriptions, users } from '#db/schema'
import { emptySite } from '#test/support/empty-site'
import { day, makeUser, testDb } from '#test/support/factories'
import { sliceMinutes, sliceOfNow, slicesOf } from '#worker/services/shared/id-slices'

const db = testDb()
const now = Date.UTC(2030, 4, 17, 12)

beforeEach(emptySite)

/** Returns the IDs that a turn reaches while this is the highest ID. */
async function idsOfTurn(turn: number, slices: number, highest: number): Promise<number[]> {
  const slice = sliceOfNow({ now: now + turn * sliceMinutes * minute }, slices)
  const [, , ids] = await db.batch([
    db.delete(storageScans),
    db.insert(storageScans).values({ id: highest, startedAt: 0 }),
    db.select({ id: sql<number>`id`.as('id') }).from(sql`${idsOf(slice, storageScans.id)}`),
  ])
  return ids.map(({ id }) => id)
}

describe('a task that goes by slices', () => {
  it('has a turn for each ID once a week, or once a day', () => {
    const terms = [slicesOf.week, slicesOf.day].map((slices) => slices * sliceMinutes * minute)
    expect(terms).toEqual([7 * day, day])
  })

  it('passes over no ID, however the site grows or shrinks meanwhile', async () => {
    const slices = 24
    const growth = fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), growth, async (begin, steps) => {
        const highest: number[] = []
        const seen: number[][] = []
        for (let turn = 0; turn < 3 * slices; turn += 1) {
          const step = steps[turn % steps.length] ?? 0
          highest.push(Math.max(1, (highest.at(-1) ?? begin) + step))
          seen.push(await idsOfTurn(turn, slices, highest[turn] ?? 0))
        }
        // Wherever a round begins, it reaches every ID that existed throughout.
        for (let since = 0; since + slices <= seen.length; since += 1) {
          const lowest = Math.min(...highest.slice(since, since + slices))
          const round = new Set(seen.slice(since, since + slices).flat())
          for (let id = 1; id <= lowest; id += 1) if (!round.has(id)) expect.fail(`${id} was passed over`)
        }
      }),
      { numRuns: 10 },
    )
  })

  it('reads a few rows for each ID of its slice, and no others', async () => {
    const { id } = await makeUser()
    const highest = 1_000_000
    await db.update(users).set({ id: highest }).where(eq(users.id, id))
    await db.insert(subscriptions).values({ userId: highest, premiumUntil: 0, updatedAt: 0 })
    const rowsFor = async (query: (db: Db) => PromiseLike<unknown>) => {
      const counts = zeroCounts()
      await query(createDb(env.DB, counts))
      return counts.rowsRead
    }
    const [weekly, daily] = [sliceOfNow({ now }, slicesOf.week), sliceOfNow({ now }, slicesOf.day)]
    // Two rows for the list of IDs, and one or two to look at each.
    expect(await rowsFor((counted) => deleteBeyond(counted, weekly, 100, 500))).toBeLessThan(
      (5 * highest) / slicesOf.week,
    )
    expect(await rowsFor((counted) => eventsOfSlice(counted, daily))).toBeLessThan(
      (3 * 4 * highest) / slicesOf.day,
    )
  })
})
