import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { dayOf } from '#contract/values/shared/time'
import { createDb, zeroCounts } from '#db/client'
import { videoDays, videos, viewsSeen } from '#db/schema'
import { d1Cost, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { day, makeUser, makeVideo, testDb } from '#test/support/factories'
import { refreshTrending } from '#worker/services/videos/views/index'

const db = testDb()
const now = Date.now()

/** Makes a video with these views, `[days ago, country, views]`, the last of them just now. */
async function watched(title: string, views: [number, string, number][], change: Partial<Video> = {}) {
  const { id } = await makeVideo((await makeUser()).id, { title, isPublic: change.isPublic ?? true })
  await db
    .insert(videoDays)
    .values(
      views.map(([ago, country, count]) => ({ videoId: id, day: dayOf(now) - ago, country, views: count })),
    )
  await db.insert(viewsSeen).values({ videoId: id, viewer: 'someone', at: now })
  return id
}

const run = async (at = now) => refreshTrending(await jobContext(at))
const rowOf = async (id: number) => (await db.select().from(videos).where(eq(videos.id, id)))[0]
const list = () => new TestClient().json<Video[]>('GET', '/api/videos/trending')

beforeEach(emptySite)

it('ranks by recent views, each worth half as much after two days and nothing after seven', async () => {
  const fresh = await watched('fresh', [
    [0, 'FR', 3],
    [0, 'DE', 2],
  ])
  const older = await watched('older', [[2, 'FR', 9]])
  await watched('long ago', [[7, 'FR', 1000]])
  const hidden = await watched('hidden', [[0, 'FR', 100]], { isPublic: false })
  await run()
  expect((await list()).map(({ title }) => title)).toEqual(['fresh', 'older'])
  expect([(await rowOf(fresh))?.trending, (await rowOf(older))?.trending]).toEqual([5000, 4500])
  expect((await rowOf(hidden))?.trending).toBe(100_000)

  await run(now + 2 * day)
  expect((await rowOf(fresh))?.trending).toBe(2500)
  await run(now + 7 * day)
  expect(await list()).toEqual([])
})

it('writes nothing where nothing changed, and reads one index', async () => {
  const id = await watched('steady', [[0, 'FR', 1]])
  await run()
  const before = zeroCounts()
  const ctx = await jobContext(now)
  await refreshTrending({ ...ctx, db: createDb(env.DB, before) })
  expect(before.rowsWritten).toBe(0)
  expect((await rowOf(id))?.trending).toBe(1000)
  expect(d1Cost(await new TestClient().get('/api/videos/trending?limit=5')).rowsRead).toBeLessThanOrEqual(12)
})

it('goes on through videos with one score, the newest first', async () => {
  for (const title of ['first', 'second', 'third']) await watched(title, [[0, 'FR', 1]])
  await run()
  const seen: string[] = []
  let path: string | undefined = '/api/videos/trending?limit=1'
  while (path) {
    const page: Response = await new TestClient().get(path)
    seen.push(...(await page.json<Video[]>()).map(({ title }) => title))
    path = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(['third', 'second', 'first'])
})
