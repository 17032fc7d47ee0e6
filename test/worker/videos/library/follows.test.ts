import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Followed, FollowState, Profile } from '#contract/schemas/videos/profiles'
import type { Video } from '#contract/schemas/videos/video'
import { announcements, feedItems, videos } from '#db/schema'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { ban, day, fillVideos, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { Faults, faultyEnv } from '#test/support/faults'
import { pagesOf } from '#test/support/videos/content'
import { deleteForGood } from '#test/support/videos/own-bulk'
import type { ServiceContext } from '#worker/services/context'
import { announce, announceOpen, pruneFeeds } from '#worker/services/videos/feed/index'

const db = testDb()
type Person = { id: number; username: string }
let uploader: Person
let viewer: Person
let client: TestClient

beforeEach(async () => {
  uploader = await makeUser()
  viewer = await makeUser()
  client = await signInAs(viewer)
})

const follow = (who: Person, from = client) => from.request('PUT', `/api/users/${who.id}/follow`)
const feed = async (from = client) =>
  (await from.json<Video[]>('GET', '/api/account/following/videos')).map(({ title }) => title)
const pageOf = (who: Person, from = new TestClient()) => from.get(`/api/users/${who.username}`)

/** Gives an uploader followers that are in no other table. */
async function fillFollowers(userId: number, count: number): Promise<void> {
  await env.DB.prepare(
    `insert into follows (follower_id, user_id, followed_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select 900000 + i, ?, i from n`,
  )
    .bind(count, userId)
    .run()
}

async function tellFollowers(now = Date.now()): Promise<void> {
  const ctx = await jobContext(now)
  await announceOpen(ctx)
  const open = await db.select().from(announcements).where(eq(announcements.isDone, false))
  for (const { videoId } of open) await announce(ctx, videoId)
}

describe('an uploader page', () => {
  it('shows the public videos, their numbers and nobody who follows', async () => {
    await makeVideo(uploader.id, { title: 'Shown', views: 7, viewsListed: 7 })
    await makeVideo(uploader.id, { title: 'Private', isPublic: false, viewsListed: 100 })
    await makeVideo(uploader.id, { title: 'Pending', review: 'pending' })
    await follow(uploader)
    const visitor = new TestClient()
    const profile = await visitor.json<Profile>('GET', `/api/users/${uploader.username.toUpperCase()}`)
    expect(profile).toMatchObject({ username: uploader.username, videos: 1, views: 7, followers: 1 })
    expect(profile.joined).toMatch(/^\d{4}-\d\d$/)
    const videos = await visitor.json<Video[]>('GET', `/api/users/${uploader.username}/videos`)
    expect(videos.map(({ title }) => title)).toEqual(['Shown'])
    expect(JSON.stringify([profile, videos])).not.toContain(viewer.username)
  })

  it('is the same 404 as an unknown name while there is nothing public, except for its owner', async () => {
    await makeVideo(uploader.id, { isPublic: false })
    const unknown = await problemOf(await new TestClient().get('/api/users/nobody-of-that-name'))
    expect(await problemOf(await pageOf(uploader))).toEqual(unknown)
    expect((await pageOf(uploader, await signInAs(uploader))).status).toBe(200)
    expect((await new TestClient().get(`/u/${uploader.username}`)).status).toBe(404)
    await makeVideo(uploader.id)
    expect((await new TestClient().get(`/u/${uploader.username}`)).status).toBe(200)
    await ban(uploader.id)
    expect((await pageOf(uploader)).status).toBe(404)
  })

  it('lists each video once, at a cost of what it shows', async () => {
    await fillVideos(uploader.id, 60)
    for (const sort of ['newest', 'popular']) {
      const seen: number[] = []
      for await (const { response, items } of pagesOf<Video>(
        new TestClient(),
        `/api/users/${uploader.username}/videos?sort=${sort}`,
      )) {
        seen.push(...items.map(({ id }) => id))
        expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 24)
      }
      expect(new Set(seen).size).toBe(60)
      expect(seen.length).toBe(60)
    }
  })
})

describe('following', () => {
  it('counts once and is taken back once, however often it is asked', async () => {
    await makeVideo(uploader.id, { title: 'From before' })
    for (const expected of [1, 1]) {
      expect(await (await follow(uploader)).json<FollowState>()).toEqual({
        following: true,
        followers: expected,
      })
    }
    expect(await feed()).toEqual(['From before'])
    for (const _ of [1, 2]) {
      const state = await client.json<FollowState>('DELETE', `/api/users/${uploader.id}/follow`)
      expect(state).toEqual({ following: false, followers: 0 })
    }
    expect(await feed()).toEqual([])
  })

  it('is refused for oneself, for someone without a page, and beyond the most', async () => {
    const own = await signInAs(uploader)
    await makeVideo(uploader.id)
    expect((await follow(uploader, own)).status).toBe(409)
    const privately = await makeUser()
    expect((await follow(privately)).status).toBe(404)
    await env.DB.batch([
      env.DB.prepare(
        `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
         select 'many' || i, 'many' || i, 'many' || i, 'many' || i, 'many' || i, '-', 0 from n`,
      ),
      env.DB.prepare(
        `insert into follows (follower_id, user_id, followed_at)
         select ?, id, 0 from users where username_canonical like 'many%'`,
      ).bind(viewer.id),
    ])
    expect((await problemOf(await follow(uploader))).detail).toMatch(/1,000 people/)
  })

  it('is listed for the account alone, also someone whose page is gone', async () => {
    await makeVideo(uploader.id)
    await follow(uploader)
    await ban(uploader.id)
    const list = await client.json<Followed[]>('GET', '/api/account/follows')
    expect(list).toMatchObject([{ id: uploader.id, hasPage: false, followers: 0 }])
    expect((await new TestClient().get('/api/account/follows')).status).toBe(401)
  })
})

describe('a feed', () => {
  beforeEach(async () => {
    // A run prunes some of all that is due.
    await testDb().delete(feedItems)
    await makeVideo(uploader.id, { title: 'First' })
    await tellFollowers()
    await follow(uploader)
  })

  it('gets what became public, once, and nothing that the public can not see', async () => {
    const hidden = await makeVideo(uploader.id, { title: 'Secret', isPublic: false })
    await makeVideo(uploader.id, { title: 'Second', createdAt: Date.now() + 1000 })
    await makeVideo(uploader.id, { title: 'Of long ago', createdAt: Date.now() - 31 * day })
    await tellFollowers()
    await tellFollowers()
    expect(await feed()).toEqual(['Second', 'First'])
    await env.DB.prepare('update videos set is_public = 1 where id = ?').bind(hidden.id).run()
    await tellFollowers()
    expect(await feed()).toContain('Secret')
    await env.DB.prepare("update videos set hold = 'quarantine' where id = ?").bind(hidden.id).run()
    expect(await feed()).not.toContain('Secret')
  })

  it('is written slice by slice, by runs that were cut off or came twice', async () => {
    await fillFollowers(uploader.id, 1234)
    const video = await makeVideo(uploader.id, { title: 'News' })
    const ctx = await jobContext()
    const sent: unknown[] = []
    let trips = 0
    const cutOff = new Proxy(ctx.db, {
      get(target, name) {
        if (name === 'batch') trips += 1
        if (trips > 1) throw new Error('cut off')
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await expect(announce({ ...ctx, db: cutOff }, video.id)).rejects.toThrow('cut off')
    const whole = { ...ctx, jobs: { ...ctx.jobs, send: async (message: unknown) => sent.push(message) } }
    await Promise.all([
      announce(whole as unknown as typeof ctx, video.id),
      announce(whole as unknown as typeof ctx, video.id),
    ])
    const items = await db.select().from(feedItems).where(eq(feedItems.videoId, video.id))
    expect(items.length).toBe(1235)
    expect(await db.select().from(announcements).where(eq(announcements.videoId, video.id))).toMatchObject([
      { isDone: true },
    ])
  })

  it('loses a deleted video, and what is old, by a job', async () => {
    const { id } = await makeVideo(uploader.id, { title: 'Short-lived', createdAt: Date.now() + 1 })
    await tellFollowers()
    await deleteForGood(await signInAs(uploader), id)
    await tellFollowers()
    const left = () => db.select().from(feedItems).where(eq(feedItems.userId, viewer.id))
    expect((await left()).map(({ videoId }) => videoId)).not.toContain(id)
    expect(await db.select().from(announcements).where(eq(announcements.videoId, id))).toEqual([])
    await pruneFeeds(await jobContext(Date.now() + 89 * day))
    expect((await left()).length).toBe(1)
    await pruneFeeds(await jobContext(Date.now() + 91 * day))
    expect(await left()).toEqual([])
  })

  it('is told by jobs that are asked for again ever more seldom, and so keep no other waiting', async () => {
    const now = Date.now()
    await follow(uploader)
    await db.update(announcements).set({ isDone: true })
    await fillVideos(uploader.id, 55)
    await db.update(videos).set({ createdAt: now }).where(eq(videos.userId, uploader.id))
    const open = await db.select().from(announcements).where(eq(announcements.isDone, false))
    const [first, last] = [open[0]?.videoId ?? 0, open.at(-1)?.videoId ?? 0]
    const askedAt = new Map<number, number[]>()
    // Every job fails, and is never done.
    for (let minutes = 0; minutes <= 25; minutes += 1) {
      const sendBatch = async (messages: Iterable<{ body: { videoId: number } }>) => {
        for (const { body } of messages)
          askedAt.set(body.videoId, [...(askedAt.get(body.videoId) ?? []), minutes])
      }
      const jobs = { sendBatch } as unknown as ServiceContext['jobs']
      await announceOpen({ ...(await jobContext(now + minutes * 60_000)), jobs })
    }
    expect([askedAt.get(first), askedAt.get(last)]).toEqual([
      [0, 1, 5, 21],
      [1, 2, 6, 22],
    ])
    await tellFollowers(now)
    const told = await db.select().from(feedItems).where(eq(feedItems.userId, viewer.id))
    expect(told.map(({ videoId }) => videoId)).toEqual(
      expect.arrayContaining(open.map(({ videoId }) => videoId)),
    )
  })

  it('and of one that is gone, whose job gets on, the rest is soon asked for', async () => {
    const { id: videoId } = await makeVideo(uploader.id)
    const gone = await makeVideo(uploader.id)
    await db.delete(videos).where(eq(videos.id, gone.id))
    const feeds = Array.from({ length: 2 }, (_, each) => ({
      userId: 1_000_000 + each,
      createdAt: 1,
      videoId: gone.id,
      uploaderId: uploader.id,
    }))
    await db.insert(feedItems).values(feeds)
    const tries = { uploaderId: uploader.id, isDone: false, tries: 6, dueAt: Date.now() + 17 * 3600_000 }
    for (const id of [videoId, gone.id])
      await db
        .insert(announcements)
        .values({ videoId: id, ...tries })
        .onConflictDoUpdate({ target: announcements.videoId, set: tries })
    // The job was killed after a slice: the announcement is still there.
    const faults = new Faults().throws(/^DB delete from "announcements"/, 'killed')
    await expect(announce(await jobContext(Date.now(), faultyEnv(faults)), gone.id)).rejects.toThrow()
    const rows = await db.select().from(announcements)
    const triesOf = (id: number) => rows.find((row) => row.videoId === id)?.tries
    expect([triesOf(gone.id), triesOf(videoId)]).toEqual([0, 6])
  })

  it('is paged at a cost of what it shows', async () => {
    const other = await makeUser()
    await fillVideos(other.id, 24)
    await follow(other)
    const response = await client.get('/api/account/following/videos?limit=24')
    expect((await response.json<Video[]>()).length).toBe(24)
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 24)
  })
})
