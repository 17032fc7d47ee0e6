import { and, eq, gt } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import type { Notice, UnreadNotices } from '#contract/schemas/site/notices'
import { comments, feedItems, notices, users, videos } from '#db/schema'
import { pruneNotices } from '#worker/services/site/notices/index'
import { pruneComments } from '#worker/services/videos/comments/index'
import { d1Cost, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { changeSettings, day, makeUser, makeVideo, signInAs, testDb, videoRow } from '../../support/factories'
import { addressOfVideo, askedRow } from '../../support/moderation/removals'
import { decide } from '../../support/moderation/review'
import { reportsOf } from '../../support/moderation/safety'
import { noticesOf, tellFollowers, unreadOf } from '../../support/notices'
import { makeComment } from '../../support/videos/comments'
import { pagesOf } from '../../support/videos/content'
import { deleteForGood } from '../../support/videos/own-bulk'

const db = testDb()
type Person = { id: number; username: string }
let uploader: Person
let viewer: Person
let client: TestClient

beforeEach(async () => {
  uploader = await makeUser()
  viewer = await makeUser()
  client = await signInAs(viewer)
  await changeSettings({ commentsEnabled: true })
})

afterEach(() => changeSettings({ commentsEnabled: false }))

/** Has the viewer follow the uploader, who already has a video. */
async function following(): Promise<void> {
  await makeVideo(uploader.id, { title: 'From before' })
  await tellFollowers()
  await client.request('PUT', `/api/users/${uploader.id}/follow`)
}

const read = (json: unknown, from = client) =>
  from.json<UnreadNotices>('POST', '/api/notifications/read', json)
const prefer = (json: UpdatePreferences) =>
  client.json<Preferences>('PATCH', '/api/account/preferences', json)
const titles = async (from = client) => (await noticesOf(from)).map(({ video }) => video?.title)
const outcomes = async (from = client) =>
  (await noticesOf(from)).map(({ kind, outcome }) => `${kind} ${outcome}`)

/** Writes a comment below the video, or a reply there, by default as the uploader. Returns the ID. */
const comment = async (videoId: number, change: Partial<typeof comments.$inferInsert> = {}) =>
  (await makeComment(videoId, uploader.id, change)).id

const hide = (id: number) => db.update(comments).set({ state: 'removed' }).where(eq(comments.id, id))
const show = (id: number) => db.update(comments).set({ state: 'shown' }).where(eq(comments.id, id))

describe('a new video by someone followed', () => {
  it('counts, opens and is read; what was there before is no news', async () => {
    await following()
    expect([await unreadOf(client), await noticesOf(client)]).toEqual([0, []])
    const { id } = await makeVideo(uploader.id, { title: 'New' })
    await tellFollowers()
    expect(await unreadOf(client)).toBe(1)
    const [notice, ...others] = await noticesOf(client)
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      id: `v${id}`,
      kind: 'video',
      outcome: null,
      isRead: false,
      count: 1,
      video: { id, title: 'New' },
      username: uploader.username,
      ref: null,
      commentId: null,
    })
    expect(await read({ ids: [`v${id}`] })).toEqual({ unread: 0 })
    expect(await unreadOf(client)).toBe(0)
    expect(await noticesOf(client)).toMatchObject([{ id: `v${id}`, isRead: true }])
  })

  it('is in the boot data and in the answer to a sign-in', async () => {
    await following()
    await makeVideo(uploader.id)
    await tellFollowers()
    expect(await (await client.get('/')).text()).toContain('"unread":1')
    const json = { username: viewer.username, password: 'a good password' }
    expect(await new TestClient().json('POST', '/api/auth/login', json)).toMatchObject({ unread: 1 })
  })

  it('leaves list and count while the public may not see it, and says nothing of its title', async () => {
    await following()
    const { id } = await makeVideo(uploader.id, { title: 'Plantedword' })
    await tellFollowers()
    for (const hidden of [
      { isPublic: false },
      { isPublic: false, unlistedKey: 'k'.repeat(22) },
      { review: 'pending' },
      { review: 'rejected' },
      { status: 'processing' },
      { status: 'failed' },
      { hold: 'quarantine' },
      { hold: 'removed' },
      { hold: 'ban' },
      { hold: 'trash', trashedAt: 1 },
    ] as const) {
      await db.update(videos).set(hidden).where(eq(videos.id, id))
      expect(await unreadOf(client)).toBe(0)
      expect(JSON.stringify(await noticesOf(client))).not.toContain('Plantedword')
      const shown = {
        isPublic: true,
        unlistedKey: null,
        review: 'approved',
        status: 'ready',
        hold: null,
      } as const
      await db
        .update(videos)
        .set({ ...shown, trashedAt: null })
        .where(eq(videos.id, id))
    }
    expect(await unreadOf(client)).toBe(1)
    await client.request('DELETE', `/api/users/${uploader.id}/follow`)
    expect([await unreadOf(client), await noticesOf(client)]).toEqual([0, []])
  })
})

describe('a decision', () => {
  it('about a video is told to its uploader, with its title whatever became of it', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const { id } = await makeVideo(viewer.id, { title: 'Mine', review: 'pending' })
    await decide(admin, 'reject', id, { reason: 'other', note: 'No.' })
    const { revision } = (await videoRow(id)) ?? {}
    await decide(admin, 'approve', id, { revision })
    const note = 'It has to be so.'
    await admin.request('PATCH', `/api/admin/videos/${id}`, { json: { title: 'Corrected', note } })
    const removed = await admin.request('POST', `/api/admin/videos/${id}/remove`, {
      json: { reason: 'spam', note },
    })
    expect(removed.status).toBe(204)
    expect(await outcomes()).toEqual([
      'review removed',
      'review corrected',
      'review approved',
      'review rejected',
    ])
    const [latest] = await noticesOf(client)
    expect(latest?.ref).toMatch(/^\d+$/)
    expect(latest?.video).not.toBeNull()
    const appeal = { text: 'Everybody in it signed a release, which I can show you.' }
    await client.request('POST', `/api/removals/${latest?.ref}/appeal`, { json: appeal })
    const json = { decision: 'restore', note: 'You are right about it.' }
    expect((await admin.request('POST', `/api/admin/appeals/${latest?.ref}/decide`, { json })).status).toBe(
      200,
    )
    expect((await outcomes())[0]).toBe('claim appeal-upheld')
    await deleteForGood(client, id)
    expect(await outcomes()).toEqual(['claim appeal-upheld'])
  })

  it('about a report is told to its reporter, without a title that they may not know now', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const note = 'Against the rules.'
    for (const [decision, outcome] of [
      ['dismiss', 'dismissed'],
      ['remove', 'upheld'],
    ] as const) {
      const { id } = await makeVideo(uploader.id, { title: 'Reported' })
      await client.request('POST', `/api/videos/${id}/report`, { json: { reason: 'spam' } })
      const [report] = await reportsOf(id)
      await admin.request('POST', `/api/admin/reports/${report?.id}/decide`, { json: { decision, note } })
      expect((await noticesOf(client))[0]).toMatchObject({
        kind: 'report',
        outcome,
        ref: report?.code,
        video: decision === 'dismiss' ? { id, title: 'Reported' } : null,
      })
    }
    expect(await unreadOf(client)).toBe(2)
  })

  it('about a removal request is told to the account with that confirmed address alone', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const video = await makeVideo(uploader.id)
    const email = `${viewer.username}@example.com`
    const json = { decision: 'refuse', note: 'It shows someone else.' }
    const decideOne = async () => {
      const { id } = await askedRow({
        email,
        url: addressOfVideo(video),
        statement: `${Math.random()} of me`,
      })
      await admin.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })
    }
    await decideOne()
    expect(await noticesOf(client)).toEqual([])
    expect(await outcomes(await signInAs(uploader))).toEqual(['review kept'])
    await db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, viewer.id))
    await decideOne()
    expect(await outcomes()).toEqual(['claim refused'])
  })
})

describe('comments and replies', () => {
  it('are one notification until it is read, and leave with the comment', async () => {
    const video = await makeVideo(viewer.id, { title: 'Talked about' })
    const other = await makeUser()
    const first = await comment(video.id)
    const second = await comment(video.id, { userId: other.id })
    await comment(video.id, { userId: viewer.id })
    const [notice, ...others] = await noticesOf(client)
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      kind: 'comment',
      count: 2,
      commentId: second,
      username: other.username,
      isRead: false,
      video: { title: 'Talked about' },
    })
    await read({ ids: [notice?.id] })
    const third = await comment(video.id)
    expect(await noticesOf(client)).toMatchObject([{ commentId: third, count: 1 }, { commentId: second }])
    await hide(third)
    await db.delete(comments).where(eq(comments.id, second))
    expect(await noticesOf(client)).toMatchObject([
      { commentId: first, username: uploader.username, count: 1 },
    ])
    await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, video.id))
    expect(await titles()).toEqual(['Talked about'])
  })

  it.each(['newest', 'oldest'])('leave one by one, the %s first, and come back once', async (order) => {
    const { id: videoId } = await makeVideo(viewer.id)
    const [one, two, three] = [await comment(videoId), await comment(videoId), await comment(videoId)]
    const told = async () => (await noticesOf(client)).map(({ commentId, count }) => [commentId, count])
    expect(await told()).toEqual([[three, 3]])
    const [first, last, left] = order === 'newest' ? [three, one, two] : [one, three, three]
    await hide(first)
    expect(await told()).toEqual([[left, 2]])
    await show(first)
    expect(await told()).toEqual([[first, 3]])
    await hide(first)
    await db.delete(comments).where(eq(comments.id, two))
    expect(await told()).toEqual([[last, 1]])
    await hide(last)
    expect(await told()).toEqual([])
    expect(await unreadOf(client)).toBe(0)
  })

  it('name nobody who is banned or leaving, and are nothing where there are no comments', async () => {
    const video = await makeVideo(viewer.id)
    await comment(video.id)
    const known = async () => [await unreadOf(client), (await noticesOf(client)).length]
    expect(await known()).toEqual([1, 1])
    const change = (set: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(set).where(eq(users.id, uploader.id))
    await change({ banReason: 'Spam' })
    expect(await known()).toEqual([0, 0])
    await change({ banReason: null, deleteAt: Date.now() + day })
    expect(await known()).toEqual([0, 0])
    await change({ deleteAt: null })
    expect(await known()).toEqual([1, 1])
    await changeSettings({ commentsEnabled: false })
    expect(await known()).toEqual([0, 0])
    await changeSettings({ commentsEnabled: true })
    await db.update(videos).set({ allowComments: false }).where(eq(videos.id, video.id))
    expect(await known()).toEqual([0, 0])
  })

  it('are told once they are shown, and not while staff look at them', async () => {
    const { id: videoId } = await makeVideo(viewer.id)
    const held = await comment(videoId, { state: 'held', createdAt: Date.now() - day })
    expect(await noticesOf(client)).toEqual([])
    await read({ upTo: new Date().toISOString() })
    await show(held)
    expect(await noticesOf(client)).toMatchObject([{ commentId: held, count: 1, isRead: false }])
    await hide(held)
    expect(await noticesOf(client)).toEqual([])
  })

  it("on another's video are told while it is public, by thread", async () => {
    const { id: videoId } = await makeVideo(uploader.id, { title: 'Theirs' })
    const first = await comment(videoId, { userId: viewer.id })
    const second = await comment(videoId, { userId: viewer.id })
    await comment(videoId, { parentId: first })
    await comment(videoId, { parentId: first })
    const last = await comment(videoId, { parentId: second })
    await comment(videoId, { parentId: second, userId: viewer.id })
    expect((await noticesOf(client)).map(({ kind, count }) => `${kind} ${count}`).sort()).toEqual([
      'reply 1',
      'reply 2',
    ])
    expect(await unreadOf(client)).toBe(2)
    await db.update(videos).set({ isPublic: false }).where(eq(videos.id, videoId))
    expect([await unreadOf(client), await noticesOf(client)]).toEqual([0, []])
    await db.update(videos).set({ isPublic: true }).where(eq(videos.id, videoId))
    await hide(first)
    expect((await noticesOf(client)).map(({ commentId }) => commentId)).toEqual([last])
    await deleteForGood(await signInAs(uploader), videoId)
    expect([await unreadOf(client), await noticesOf(client)]).toEqual([0, []])
    await pruneComments(await jobContext())
    expect(await db.select().from(notices).where(eq(notices.userId, viewer.id))).toEqual([])
  })
})

/** Fills both tables with unread notifications for the viewer, each at another time. */
async function fillNotices(count: number): Promise<void> {
  const { id } = await makeVideo(viewer.id)
  const at = Date.now() - 10_000
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (const index of numbers) {
    const { id: videoId } = await makeVideo(uploader.id, { title: `Clip ${index}` })
    await db.batch([
      db.insert(notices).values({
        userId: viewer.id,
        kind: 'comment',
        videoId: id,
        commentId: -index,
        actorId: uploader.id,
        at: at + 2 * index,
      }),
      db.insert(feedItems).values({
        userId: viewer.id,
        createdAt: index,
        videoId,
        uploaderId: uploader.id,
        toldAt: at + 2 * index + (index % 3 === 0 ? 0 : 1),
      }),
    ])
  }
}

describe('the list', () => {
  it('shows each once, the latest first, at a cost of what it shows', async () => {
    await fillNotices(30)
    const seen: Notice[] = []
    for await (const { response, items } of pagesOf<Notice>(client, '/api/notifications?limit=24')) {
      seen.push(...items)
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 24 + 3)
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
    expect(seen.length).toBe(60)
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
  })

  it('counts up to ten, and reads next to nothing once all is read', async () => {
    await fillNotices(12)
    const before = await client.get('/api/auth/me')
    expect(await before.json()).toMatchObject({ unread: 10 })
    expect(d1Cost(before).rowsRead).toBeLessThanOrEqual(35)
    const [latest] = await noticesOf(client)
    expect(await read({ upTo: latest?.at })).toEqual({ unread: 0 })
    const after = await client.get('/api/auth/me')
    expect(await after.json()).toMatchObject({ unread: 0 })
    // Session and account, and in the same trip the account again for what was read and muted.
    expect(d1Cost(after)).toMatchObject({ trips: 1 })
    expect(d1Cost(after).rowsRead).toBeLessThanOrEqual(7)
    expect((await noticesOf(client)).every(({ isRead }) => isRead)).toBe(true)
  })

  it('reads up to a time, never less than before, and nothing that is still to come', async () => {
    await fillNotices(2)
    const [, , third] = await noticesOf(client)
    expect(await read({ upTo: third?.at })).toEqual({ unread: 2 })
    expect(await read({ upTo: new Date(1).toISOString() })).toEqual({ unread: 2 })
    await read({ upTo: new Date(Date.now() + day).toISOString() })
    const { id } = await makeVideo(viewer.id)
    await comment(id)
    await db
      .update(notices)
      .set({ at: Date.now() + 1000 })
      .where(eq(notices.videoId, id))
    expect(await unreadOf(client)).toBe(1)
  })

  it("leaves others' notifications alone", async () => {
    const { id } = await makeVideo(viewer.id)
    await comment(id)
    const [notice] = await noticesOf(client)
    const other = await signInAs(await makeUser())
    expect(await read({ ids: [notice?.id] }, other)).toEqual({ unread: 0 })
    expect(await noticesOf(other)).toEqual([])
    expect(await unreadOf(client)).toBe(1)
  })

  it('refuses what names none', async () => {
    for (const json of [
      {},
      { ids: [] },
      { ids: ['x1'] },
      { ids: ['n0'] },
      { upTo: 'now' },
      { ids: ['n1'], upTo: '' },
    ]) {
      expect((await client.request('POST', '/api/notifications/read', { json })).status).toBe(400)
    }
    for (const cursor of ['x', btoa('[1,"else",1]'), btoa('["notice",1,1]')]) {
      expect((await client.get(`/api/notifications?cursor=${cursor}`)).status).toBe(400)
    }
  })

  it('reads on past what the account may not know of', async () => {
    await fillNotices(9)
    const [oldest] = await db.select().from(notices).where(eq(notices.userId, viewer.id)).orderBy(notices.at)
    await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.userId, uploader.id))
    await db
      .update(notices)
      .set({ videoId: (await makeVideo(uploader.id, { hold: 'quarantine' })).id })
      .where(and(eq(notices.userId, viewer.id), gt(notices.id, oldest?.id ?? 0)))
    expect(await unreadOf(client)).toBe(1)
    expect(await noticesOf(client, '?limit=6')).toMatchObject([{ id: `n${oldest?.id}` }])
  })

  it('forgets what is older than 90 days', async () => {
    const { id } = await makeVideo(viewer.id)
    await comment(id)
    await db
      .update(notices)
      .set({ at: Date.now() - 91 * day })
      .where(eq(notices.videoId, id))
    await comment((await makeVideo(viewer.id)).id)
    await pruneNotices(await jobContext())
    expect(await noticesOf(client)).toHaveLength(1)
  })
})

describe('a kind that is turned off on the site', () => {
  it('is neither listed nor counted, and is there again when it is on', async () => {
    await following()
    const { id } = await makeVideo(viewer.id)
    await makeVideo(uploader.id)
    await tellFollowers()
    await comment(id)
    expect(await unreadOf(client)).toBe(2)
    const changed = await prefer({ notices: { video: { site: false } } })
    expect(changed.notices.video).toEqual({ site: false, daily: false })
    expect((await noticesOf(client)).map(({ kind }) => kind)).toEqual(['comment'])
    expect(await unreadOf(client)).toBe(1)
    await prefer({ notices: { comment: { site: false } } })
    expect([await unreadOf(client), await noticesOf(client)]).toEqual([0, []])
    await prefer({ notices: { comment: { site: true }, video: { site: true } } })
    expect(await unreadOf(client)).toBe(2)
  })
})
