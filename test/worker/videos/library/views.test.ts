import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { viewWindow } from '#contract/values/shared/limits'
import { hour } from '#contract/values/shared/time'
import { createDb, zeroCounts } from '#db/client'
import { revokeSession } from '#db/queries/shared/revocations'
import { rateWindows, revocations, users, viewsSeen } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { view } from '#test/support/videos/watching'
import { pruneExpired } from '#worker/jobs/prune'
import type { Actor, ServiceContext } from '#worker/services/context'
import { countPlays } from '#worker/services/shared/daily-stats/index'
import { refreshPopularity, seenViewsKeptMs } from '#worker/services/videos/views/popularity'
import { randomId } from '#worker/storage/keys'

const now = Date.UTC(2027, 5, 1)
const windowMs = viewWindow * 1000
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let ownerId: number
let base: ServiceContext

beforeAll(async () => {
  ownerId = (await makeUser()).id
  base = await jobContext(now)
})

/** Calls the service, and waits for the work that it defers until after the response. */
async function watch(
  videoId: number,
  change: Partial<ServiceContext> = {},
  address = '10.1.1.1',
  userAgent = browser,
) {
  const later: Promise<unknown>[] = []
  const defer = (work: Promise<unknown>) => void later.push(work)
  await view({ ...base, client: { address, userAgent }, defer, ...change }, videoId, 'site')
  await Promise.all(later)
}

async function viewsOf(id: number): Promise<number | undefined> {
  return (await videoRow(id))?.views
}

describe('a view', () => {
  it('counts once for a viewer in half an hour, then again', async () => {
    const { id } = await makeVideo(ownerId)
    const found: (number | undefined)[] = []
    for (const after of [0, 1, windowMs - 1, windowMs, windowMs + 1, 2 * windowMs - 1, 2 * windowMs]) {
      await watch(id, { now: now + after })
      found.push(await viewsOf(id))
    }
    expect(found).toEqual([1, 1, 1, 2, 2, 2, 3])
  })

  it('is exact under fifty calls at once: one for one viewer, fifty for fifty', async () => {
    const [one, many] = [await makeVideo(ownerId), await makeVideo(ownerId)]
    const fifty = Array.from({ length: 50 }, (_, index) => index)
    await Promise.all(fifty.map(() => watch(one.id)))
    await Promise.all(fifty.map((index) => watch(many.id, {}, `10.2.0.${index}`)))
    expect([await viewsOf(one.id), await viewsOf(many.id)]).toEqual([1, 50])
  })

  it('tells viewers apart by account, else by address; and videos from each other', async () => {
    const [first, second] = [await makeVideo(ownerId), await makeVideo(ownerId)]
    const member = await userContext(now)
    await watch(first.id)
    await watch(first.id, {}, '10.1.1.2')
    await watch(first.id, {}, '10.1.1.1', `${browser} again`)
    await watch(first.id, { actor: member.actor })
    await watch(first.id, { actor: member.actor }, '10.9.9.9', `${browser} elsewhere`)
    await watch(second.id)
    expect([await viewsOf(first.id), await viewsOf(second.id)]).toEqual([3, 1])
  })

  it('of one address counts once, whatever its browser is called: a hundred names, all at once', async () => {
    const { id } = await makeVideo(ownerId)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => watch(id, {}, '10.4.0.1', `${browser} ${index}`)),
    )
    expect(await viewsOf(id)).toBe(1)
  })

  it('counts six times an hour from one address, accounts and strangers together, fifty at once', async () => {
    const { id } = await makeVideo(ownerId)
    const members: Actor[] = []
    for (let count = 0; count < 12; count += 1) members.push((await userContext(now)).actor)
    const fifty = Array.from({ length: 50 }, (_, index) => index)
    const flood = (at: number) =>
      Promise.all(
        fifty.map((index) => {
          const actor = members[index % (members.length + 1)]
          return watch(id, { now: at, ...(actor && { actor }) }, '10.5.0.1')
        }),
      )
    await flood(now)
    expect(await viewsOf(id)).toBe(6)
    await flood(now + hour - 1)
    expect(await viewsOf(id)).toBe(6)
    await flood(now + hour)
    expect(await viewsOf(id)).toBe(12)
    // Views from another address are counted separately.
    await watch(id, { now: now + hour }, '10.5.0.2')
    expect(await viewsOf(id)).toBe(13)
    await countPlays({ ...base, now: now + hour + 1 })
  })

  it('keeps neither address nor browser', async () => {
    const { id } = await makeVideo(ownerId)
    await watch(id)
    const [row] = await testDb().select().from(viewsSeen).where(eq(viewsSeen.videoId, id))
    expect(row?.viewer).toMatch(/^[\w-]{22}$/)
  })

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1',
    'curl/8.9.0',
    'python-requests/2.32',
    ' ',
  ])('by %s does not count', async (userAgent) => {
    const { id } = await makeVideo(ownerId)
    await watch(id, {}, '10.1.1.1', userAgent)
    expect(await viewsOf(id)).toBe(0)
  })

  it("does not count on one's own video, nor before it is public", async () => {
    const owner = await userContext(now)
    const admin: Actor = { ...owner.actor, id: -1, staff: 'administrator', role: 'administrator' }
    const own = await makeVideo(owner.actor.id)
    const pending = await makeVideo(ownerId, { review: 'pending' })
    await watch(own.id, { actor: owner.actor })
    await watch(pending.id, { actor: admin })
    expect([await viewsOf(own.id), await viewsOf(pending.id)]).toEqual([0, 0])
  })

  it('writes nothing to the video when it does not count, and no index when it does', async () => {
    const { id } = await makeVideo(ownerId)
    await watch(id)
    const written = async (address: string, who: Partial<ServiceContext> = {}) => {
      const counts = zeroCounts()
      if (who.actor?.kind === 'user')
        await testDb().update(users).set({ savesHistory: false }).where(eq(users.id, who.actor.id))
      await watch(id, { db: createDb(env.DB, counts), ...(who.actor && { actor: who.actor }) }, address)
      return counts.rowsWritten
    }
    expect(await written('10.1.1.1')).toBe(0)
    // The viewer's row with its index, the video's own row, and its row of the day.
    expect(await written('10.1.1.9')).toBe(4)
    // For an account, the address has a row, too.
    expect(await written('10.1.1.10', await userContext(now))).toBe(6)
    expect(await written('10.1.1.9', await userContext(now))).toBe(5)
  })
})

describe('POST /api/videos/:id/view', () => {
  it('answers 204 and counts behind the answer', async () => {
    const { id } = await makeVideo(ownerId)
    const response = await new TestClient().request('POST', `/api/videos/${id}/view`)
    expect([response.status, await response.text()]).toEqual([204, ''])
    await vi.waitFor(async () => expect(await viewsOf(id)).toBe(1))
  })

  it('says the same of what the caller may not play or know of as of what never was', async () => {
    const post = async (id: number) => {
      const response = await new TestClient().request('POST', `/api/videos/${id}/view`)
      return [response.status, await response.text()]
    }
    const never = await post(999_999_999)
    expect(never[0]).toBe(404)
    for (const state of [
      { isPremium: true },
      { isPublic: false },
      { status: 'processing' },
      { hold: 'ban' },
    ] as const) {
      const { id } = await makeVideo(ownerId, state)
      expect(await post(id)).toEqual(never)
      expect(await viewsOf(id)).toBe(0)
    }
  })
})

describe('the popularity job', () => {
  it('follows views and likes of what was watched, and leaves the rest alone', async () => {
    const watched = await makeVideo(ownerId, { views: 5, likes: 2, popularity: 1 })
    const quiet = await makeVideo(ownerId, { views: 9, popularity: 3 })
    await watch(watched.id)
    await refreshPopularity(base)
    expect((await videoRow(watched.id))?.popularity).toBe(6 + 20 * 2)
    expect((await videoRow(quiet.id))?.popularity).toBe(3)
  })

  it('writes nothing when everything is up to date', async () => {
    await refreshPopularity(base)
    const ctx = await jobContext(now)
    const counts = zeroCounts()
    await refreshPopularity({ ...ctx, db: createDb(env.DB, counts) })
    expect(counts).toMatchObject({ queries: 1, rowsWritten: 0 })
  })
})

describe('the pruning job', () => {
  it('removes what can no longer matter, and nothing else', async () => {
    const { id } = await makeVideo(ownerId)
    const db = testDb()
    const [oldSession, newSession] = [randomId(), randomId()]
    await watch(id, { now: now - seenViewsKeptMs - 1 }, '10.3.0.1')
    await watch(id, { now: now - seenViewsKeptMs }, '10.3.0.2')
    await revokeSession(db, oldSession, now - 3 * 24 * 3600_000 - 1)
    await revokeSession(db, newSession, now - 3 * 24 * 3600_000)
    await db.insert(rateWindows).values([
      { key: `old:${id}`, count: 1, resetsAt: now - 1 },
      { key: `running:${id}`, count: 1, resetsAt: now },
    ])
    await countPlays(base)
    await pruneExpired(base)
    expect(await db.select().from(viewsSeen).where(eq(viewsSeen.videoId, id))).toHaveLength(1)
    const targets = (await db.select().from(revocations)).map((row) => row.target)
    expect([targets.includes(oldSession), targets.includes(newSession)]).toEqual([false, true])
    const keys = (await db.select().from(rateWindows)).map((row) => row.key)
    expect([keys.includes(`old:${id}`), keys.includes(`running:${id}`)]).toEqual([false, true])
  })

  it('works through more rows than one statement takes', async () => {
    const { id } = await makeVideo(ownerId)
    const rows = Array.from({ length: 1300 }, (_, index) => ({
      videoId: id,
      viewer: `v${index}`,
      at: now - 2 * seenViewsKeptMs,
    }))
    const db = testDb()
    for (let from = 0; from < rows.length; from += 30)
      await db.insert(viewsSeen).values(rows.slice(from, from + 30))
    await countPlays(base)
    await pruneExpired(base)
    expect(await db.select().from(viewsSeen).where(eq(viewsSeen.videoId, id))).toEqual([])
  })
})
