import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { createDb, zeroCounts } from '#db/client'
import { deleteBeyond, positionsAmong, unfinishedRows } from '#db/queries/videos/library/watch-history'
import { watchHistory } from '#db/schema'
import { emptySite } from '#test/support/empty-site'
import { changeSettings, makeUser, makeVideo, testDb } from '#test/support/factories'
import { allIds, atTurnsOf } from '#test/support/slices'
import { pruneHistory } from '#worker/services/videos/watch-history/index'

const db = testDb()
const historyLimit = 200

beforeEach(async () => {
  await emptySite()
  await changeSettings({ historyLimit })
})

/** Gives an account a history of videos 1, 2, 3 and so on, watched one after the other. */
async function watched(userId: number, count: number): Promise<void> {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
      insert into watch_history (user_id, video_id, position, watched_at) select ?1, i, 30, 1000 + i from n`,
  )
    .bind(userId, count)
    .run()
}

async function historyOf(userId: number): Promise<number[]> {
  const rows = await db.select().from(watchHistory).orderBy(watchHistory.watchedAt)
  return rows.filter((row) => row.userId === userId).map(({ videoId }) => videoId)
}

it('an account loses its oldest entries beyond the limit, and others none', async () => {
  const [full, exact, few] = [await makeUser(), await makeUser(), await makeUser()]
  await watched(full.id, historyLimit + 7)
  await watched(exact.id, historyLimit)
  await watched(few.id, 3)
  await atTurnsOf([full.id, exact.id, few.id], Date.now(), pruneHistory)
  const kept = await historyOf(full.id)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([historyLimit, 8, historyLimit + 7])
  expect((await historyOf(exact.id)).length).toBe(historyLimit)
  expect(await historyOf(few.id)).toEqual([1, 2, 3])
})

it('what is kept is resumed as before', async () => {
  const { id } = await makeUser()
  const videos = [await makeVideo(id), await makeVideo(id), await makeVideo(id)].map((video) => video.id)
  for (const [index, videoId] of videos.entries())
    await db
      .insert(watchHistory)
      .values({ userId: id, videoId, position: 30 + index, watchedAt: 1000 + index })
  await deleteBeyond(db, allIds, 2, 100)
  expect((await unfinishedRows(db, id, 10)).map((row) => row.id)).toEqual(videos.slice(1).reverse())
  expect(await positionsAmong(db, id, videos)).toEqual([
    { videoId: videos[1], position: 31 },
    { videoId: videos[2], position: 32 },
  ])
})

it('a lower limit takes effect slice by slice, reading no more than the limit of an account', async () => {
  const { id } = await makeUser()
  await watched(id, 60)
  await deleteBeyond(db, allIds, 20, 25)
  expect((await historyOf(id)).length).toBe(35)
  const counts = zeroCounts()
  await deleteBeyond(createDb(env.DB, counts), allIds, 20, 25)
  expect(await historyOf(id)).toEqual(Array.from({ length: 20 }, (_, index) => 41 + index))
  expect(counts.rowsRead).toBeLessThan(100)
})

it('videos watched in the same millisecond as the last that is kept stay', async () => {
  const { id } = await makeUser()
  await watched(id, 5)
  await db.update(watchHistory).set({ watchedAt: 5 })
  await deleteBeyond(db, allIds, 2, 100)
  expect((await historyOf(id)).length).toBe(5)
})
