import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Boot } from '#contract/schemas/site/boot'
import type { WatchedVideo } from '#contract/schemas/videos/library'
import type { Video } from '#contract/schemas/videos/video'
import { continueList } from '#contract/values/videos/video-lists'
import { videos, watchHistory } from '#db/schema'
import { fillLibrary } from '#test/support/accounts/library'
import { TestClient } from '#test/support/client'
import { fillVideos, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { pagesOf } from '#test/support/videos/content'
import { deleteForGood } from '#test/support/videos/own-bulk'

let owner: { id: number; username: string }
let viewer: { id: number; username: string }
let client: TestClient

beforeAll(async () => {
  owner = await makeUser()
})

beforeEach(async () => {
  viewer = await makeUser()
  client = await signInAs(viewer)
  client.now = Date.now()
})

async function watch(title: string, change: Partial<typeof videos.$inferInsert> = {}) {
  const video = await makeVideo(owner.id, { title, duration: 600, ...change })
  await leaveAt(video.id, 0)
  return video.id
}

/** Leaves a video a minute later. */
async function leaveAt(id: number, position: number) {
  client.now = (client.now ?? 0) + 60_000
  const response = await client.request('PUT', `/api/videos/${id}/progress`, { json: { position } })
  expect(response.status).toBe(204)
}

function history(query = ''): Promise<WatchedVideo[]> {
  return client.json<WatchedVideo[]>('GET', `/api/account/history${query}`)
}

async function titles(query = ''): Promise<string[]> {
  return (await history(query)).map(({ video }) => video.title)
}

describe('GET /api/account/history', () => {
  it('lists what was watched, the last first, with when and where it was left', async () => {
    const first = await watch('First')
    await watch('Second')
    await leaveAt(first, 250)
    const entries = await history()
    expect(entries.map(({ video, position }) => [video.title, position])).toEqual([
      ['First', 250],
      ['Second', null],
    ])
    expect(entries[0]?.watchedAt).toBe(new Date(client.now ?? 0).toISOString())
    expect(entries[0]?.video.videoUrl).toBeNull()
  })

  it('begins with a counted view, of a video too short to be left anywhere', async () => {
    const { id } = await makeVideo(owner.id, { title: 'Short' })
    const later = client.now ?? 0
    await client.request('POST', `/api/videos/${id}/view`)
    await expect.poll(() => titles()).toEqual(['Short'])
    // Watched again: counted once, but newer.
    await watch('Other')
    client.now = later + 600_000
    await client.request('POST', `/api/videos/${id}/view`)
    await expect.poll(() => titles()).toEqual(['Short', 'Other'])
  })

  it("keeps the place where a video was left when it is counted, and notes an owner's own", async () => {
    const own = await makeVideo(viewer.id, { title: 'Own', duration: 600, isPublic: false })
    await leaveAt(own.id, 90)
    await client.request('POST', `/api/videos/${own.id}/view`)
    await expect.poll(() => history()).toMatchObject([{ position: 90, video: { title: 'Own' } }])
  })

  it('leaves out what the account may not see now, and has it again when it may', async () => {
    const id = await watch('Now and then')
    await watch('Always')
    for (const change of [{ isPublic: false }, { hold: 'quarantine' }, { review: 'rejected' }] as const) {
      await testDb().update(videos).set(change).where(eq(videos.id, id))
      expect(await titles()).toEqual(['Always'])
      expect(await titles('?q=now')).toEqual([])
      await testDb()
        .update(videos)
        .set({ isPublic: true, hold: null, review: 'approved' })
        .where(eq(videos.id, id))
    }
    expect(await titles()).toEqual(['Always', 'Now and then'])
  })

  it('forgets a video with its deletion', async () => {
    const id = await watch('Deleted')
    const theirs = await signInAs(owner)
    await deleteForGood(theirs, id)
    expect(await testDb().select().from(watchHistory).where(eq(watchHistory.videoId, id))).toEqual([])
  })

  it('pages through without a gap or a double while more is watched', async () => {
    for (let at = 0; at < 7; at += 1) await watch(`Clip ${at}`)
    const seen: string[] = []
    for await (const { items } of pagesOf<WatchedVideo>(client, '/api/account/history?limit=2')) {
      seen.push(...items.map(({ video }) => video.title))
      if (seen.length === 2) await watch('Meanwhile')
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `Clip ${at}`))
  })

  it.each([
    ['the beginning of a word', 'lig', ['Slow Light', 'Città light']],
    ['words in any order', 'light slow', ['Slow Light']],
    ['another case and no accents', 'CITTA', ['Città light']],
    ['the middle of a word', 'ight', []],
    ['marks alone, as nothing', '!?', ['Slow Light', 'Città light']],
    ['what would be a wildcard', '%', ['Slow Light', 'Città light']],
  ])('finds %s', async (_, q, found) => {
    await watch('Città light')
    await watch('Slow Light')
    expect(await titles(`?q=${encodeURIComponent(q)}`)).toEqual(found)
  })

  it('searches behind what one page looks through', async () => {
    const id = await watch('Needle')
    await testDb().update(watchHistory).set({ watchedAt: 5 }).where(eq(watchHistory.videoId, id))
    await makeHay(250)
    const sizes: number[] = []
    for await (const { items } of pagesOf(client, '/api/account/history?q=needle')) sizes.push(items.length)
    expect(sizes).toEqual([0, 1])
  })
})

async function makeHay(count: number) {
  const farmer = await makeUser()
  await fillVideos(farmer.id, count)
  await fillLibrary(viewer.id, farmer.id, 1000)
}

describe('DELETE /api/account/history', () => {
  it('takes one out, with the place where it goes on; twice is as good as once', async () => {
    const id = await watch('Gone')
    await leaveAt(id, 100)
    await watch('Stays')
    for (let times = 0; times < 2; times += 1) {
      expect((await client.request('DELETE', `/api/account/history/${id}`)).status).toBe(204)
      expect(await titles()).toEqual(['Stays'])
    }
    expect((await client.json<Video>('GET', `/api/videos/${id}`)).position).toBeNull()
  })

  it("takes everything out, and nothing of another account's", async () => {
    const id = await watch('Gone')
    const other = await signInAs(await makeUser())
    await other.request('PUT', `/api/videos/${id}/progress`, { json: { position: 70 } })
    await makeHay(2100)
    expect((await client.request('DELETE', '/api/account/history')).status).toBe(204)
    expect(await history()).toEqual([])
    expect(await other.json<WatchedVideo[]>('GET', '/api/account/history')).toHaveLength(1)
  })
})

describe('GET /api/account/continue', () => {
  const left = async () =>
    (await client.json<Video[]>('GET', '/api/account/continue')).map(({ title, position }) => [
      title,
      position,
    ])

  it('has what was left in the middle, the last first, five at most', async () => {
    for (let at = 0; at < 7; at += 1) await leaveAt(await watch(`Clip ${at}`), 100 + at)
    const done = await watch('Done')
    await leaveAt(done, 599)
    expect(await left()).toEqual([6, 5, 4, 3, 2].map((at) => [`Clip ${at}`, 100 + at]))
  })

  it('leaves out what may not be played now', async () => {
    const locked = await watch('Locked')
    await leaveAt(locked, 50)
    const hidden = await watch('Hidden')
    await leaveAt(hidden, 50)
    await testDb().update(videos).set({ isPremium: true }).where(eq(videos.id, locked))
    await testDb().update(videos).set({ isPublic: false }).where(eq(videos.id, hidden))
    expect(await left()).toEqual([])
  })

  it('comes with the HTML of the home page, and not to a visitor', async () => {
    await leaveAt(await watch('Half'), 300)
    const items = await client.json<Video[]>('GET', continueList.path)
    expect(items).toHaveLength(1)
    expect((await listsOfHome(client))[continueList.path]).toEqual({ items, nextCursor: null })
    expect(Object.keys(await listsOfHome(new TestClient()))).not.toContain(continueList.path)
  })
})

async function listsOfHome(from: TestClient): Promise<NonNullable<Boot['lists']>> {
  const html = await (await from.get('/')).text()
  const [, json = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? []
  return (JSON.parse(json) as Boot).lists ?? {}
}

describe('with the history off', () => {
  it('writes nothing, neither position nor entry, and keeps what stood there', async () => {
    const before = await watch('Before')
    await leaveAt(before, 80)
    await client.request('PATCH', '/api/account/preferences', { json: { saveWatchHistory: false } })
    const after = await makeVideo(owner.id, { title: 'After', duration: 600 })
    await leaveAt(after.id, 200)
    await leaveAt(before, 400)
    await client.request('POST', `/api/videos/${after.id}/view`)
    await client.request('POST', `/api/videos/${before}/view`)
    // Once the views are counted, the work after the responses is done.
    for (const id of [before, after.id]) await expect.poll(async () => (await videoRow(id))?.views).toBe(1)
    const rows = await testDb().select().from(watchHistory).where(eq(watchHistory.userId, viewer.id))
    expect(rows.map(({ videoId, position }) => [videoId, position])).toEqual([[before, 80]])
    expect((await client.json<{ savesHistory: boolean }>('GET', '/api/auth/me')).savesHistory).toBe(false)
    // Once turned on again, recording goes on.
    await client.request('PATCH', '/api/account/preferences', { json: { saveWatchHistory: true } })
    await leaveAt(after.id, 200)
    expect(await titles()).toEqual(['After', 'Before'])
  })
})
