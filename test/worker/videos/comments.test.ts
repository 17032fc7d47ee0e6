import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Comment, CommentBlock } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { directionMessage } from '#contract/values/shared/direction'
import { commentMessages } from '#contract/values/videos/comments'
import { commentLikes, commentReports, comments, commentsLeft, users, videos } from '#db/schema'
import { pruneComments, settleComments } from '#worker/services/videos/comments/index'
import { d1Cost, problemOf, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { ban, changeSettings, makeUser, makeVideo, signInAs, testDb, videoRow } from '../../support/factories'
import { listed, makeComment, repliesTo, write, written } from '../../support/videos/comments'
import { pagesOf } from '../../support/videos/content'
import { deleteForGood } from '../../support/videos/own-bulk'

const db = testDb()
type Person = Awaited<ReturnType<typeof makeUser>>
let uploader: Person
let viewer: Person
let uploaders: TestClient
let viewers: TestClient
let videoId: number
const visitor = new TestClient()

beforeEach(async () => {
  await changeSettings({ commentsEnabled: true })
  uploader = await makeUser()
  viewer = await makeUser()
  uploaders = await signInAs(uploader)
  viewers = await signInAs(viewer)
  videoId = (await makeVideo(uploader.id)).id
})
afterEach(() => changeSettings({ commentsEnabled: false, blockedTerms: '' }))

const bodies = (list: Comment[]) => list.map(({ body }) => body)
const rowOf = async (id: number) => (await db.select().from(comments).where(eq(comments.id, id)))[0]
const commentCount = async () => (await visitor.json<Video>('GET', `/api/videos/${videoId}`)).comments

describe('a comment', () => {
  it('is read by everyone who sees the video, with its author and what it counts', async () => {
    const made = await written(viewers, videoId, '  At 1:23\r\n\n\n\nit\tgets good.  ')
    expect(made).toMatchObject({
      body: 'At 1:23\n\nit gets good.',
      state: 'shown',
      author: { username: viewer.username, hasPage: false, avatarUrl: null },
      likes: 0,
      replies: 0,
      byUploader: false,
      editedAt: null,
    })
    expect(made.editableUntil).not.toBeNull()
    const [seen] = await listed(visitor, videoId)
    expect(seen).toEqual({ ...made, editableUntil: null })
    expect(await commentCount()).toBe(1)
    expect(await written(uploaders, videoId, 'Thanks')).toMatchObject({ byUploader: true })
  })

  it.each([
    ['', commentMessages.missing],
    [' \n ', commentMessages.missing],
    ['\u200b', commentMessages.missing],
    ['\u3164 \u3164', commentMessages.missing],
    ['x'.repeat(1001), commentMessages.long],
    ['a\u0000b', commentMessages.control],
    ['a\u202eb', directionMessage],
  ])('is refused as %j', async (body, message) => {
    const { status, errors } = await problemOf(await write(viewers, videoId, body))
    expect([status, errors?.[0]]).toEqual([400, { path: 'body', message }])
  })

  it('is never markup: it comes back as it was written', async () => {
    const body = '<b>bold</b> & "quoted"'
    expect(await written(viewers, videoId, body)).toMatchObject({ body })
  })

  it('is refused to visitors, and beyond ten in ten minutes', async () => {
    expect((await write(visitor, videoId, 'Hello')).status).toBe(401)
    for (let each = 0; each < 10; each += 1)
      expect((await write(viewers, videoId, `Number ${each}`)).status).toBe(201)
    expect((await write(viewers, videoId, 'One more')).status).toBe(429)
    expect(await commentCount()).toBe(10)
  })
})

describe('comments that are off', () => {
  it('are hidden and kept, for the site or one video', async () => {
    const { id } = await written(viewers, videoId, 'Still here')
    const off = async () => {
      expect(await listed(visitor, videoId)).toEqual([])
      expect(await commentCount()).toBeNull()
      const refusal = await problemOf(await write(viewers, videoId, 'Hello'))
      expect(refusal).toMatchObject({ status: 403, detail: commentMessages.off })
      expect((await visitor.get(`/api/comments/${id}/replies`)).status).toBe(404)
      expect((await viewers.request('PUT', `/api/comments/${id}/like`)).status).toBe(404)
    }
    await changeSettings({ commentsEnabled: false })
    await off()
    await changeSettings({ commentsEnabled: true })
    expect(bodies(await listed(visitor, videoId))).toEqual(['Still here'])
    const change = await uploaders.request('PATCH', `/api/videos/${videoId}`, {
      json: { allowComments: false },
    })
    expect(await change.json<Video>()).toMatchObject({ allowComments: false, comments: null })
    await off()
    // The author can still delete the comment.
    expect((await viewers.request('DELETE', `/api/comments/${id}`)).status).toBe(204)
  })
})

describe('comments of a video that others may not see', () => {
  const hidden: [string, Partial<typeof videos.$inferInsert>][] = [
    ['private', { isPublic: false }],
    ['pending', { review: 'pending' }],
    ['rejected', { review: 'rejected' }],
    ['processing', { status: 'processing' }],
    ['failed', { status: 'failed' }],
    ['scheduled', { isPublic: false, publishAt: Date.now() + 1e8 }],
    ['unlisted', { isPublic: false, unlistedKey: 'BBBBBBBBBBBBBBBBBBBBBB' }],
    ['quarantined', { hold: 'quarantine' }],
    ['removed', { hold: 'removed' }],
    ['trashed', { hold: 'trash', trashedAt: 1 }],
  ]
  /** All requests that an account can send about a comment. */
  const acts: [method: string, path: string, json?: object][] = [
    ...(['PUT', 'DELETE'] as const).flatMap((method): [string, string][] => [
      [method, '/like'],
      [method, '/pin'],
    ]),
    ['GET', '/replies'],
    ['PATCH', '', { body: 'Changed' }],
    ['DELETE', ''],
    ['PUT', '/block'],
    ['POST', '/report', { reason: 'spam' }],
  ]
  it.each(hidden)('are as unknown as it is while it is %s', async (_, change) => {
    const { id } = await makeComment(videoId, viewer.id)
    await db.update(videos).set(change).where(eq(videos.id, videoId))
    for (const client of [visitor, viewers]) {
      const [unknown, here] = await Promise.all(
        [999_999_999, videoId].map(async (each) => {
          const { requestId, ...problem } = await problemOf(await client.get(`/api/videos/${each}/comments`))
          return problem
        }),
      )
      expect(here).toEqual(unknown)
      const [never, hidden] = await Promise.all(
        [999_999_999, id].map(async (each) => {
          const { requestId, ...problem } = await problemOf(await client.get(`/api/comments/${each}/replies`))
          return problem
        }),
      )
      expect(hidden).toEqual(never)
    }
    expect((await write(viewers, videoId, 'Hello')).status).toBe(404)
    const stranger = await signInAs(await makeUser())
    for (const [method, path, json] of acts) {
      const [never, there] = await Promise.all(
        [999_999_999, id].map(async (each) => {
          const response = await stranger.request(method, `/api/comments/${each}${path}`, { json })
          const { requestId, ...problem } = await problemOf(response)
          return problem
        }),
      )
      expect([method, path, never?.status]).toEqual([method, path, 404])
      expect(there).toEqual(never)
    }
    const edit = await viewers.request('PATCH', `/api/comments/${id}`, { json: { body: 'Changed' } })
    expect(edit.status).toBe(404)
  })

  it('open to the key of its link alone', async () => {
    const unlistedKey = 'CCCCCCCCCCCCCCCCCCCCCC'
    await db.update(videos).set({ isPublic: false, unlistedKey }).where(eq(videos.id, videoId))
    const json = { body: 'Only for us' }
    const path = `/api/videos/${videoId}/comments?key=${unlistedKey}`
    const made = await (await viewers.request('POST', path, { json })).json<Comment>()
    expect(bodies(await visitor.json<Comment[]>('GET', path))).toEqual(['Only for us'])
    expect((await viewers.request('PUT', `/api/comments/${made.id}/like?key=${unlistedKey}`)).status).toBe(
      200,
    )
    expect((await viewers.request('PUT', `/api/comments/${made.id}/like`)).status).toBe(404)
  })
})

describe('replies', () => {
  it('are one level deep, oldest first, and counted', async () => {
    const parent = await written(viewers, videoId, 'First')
    const reply = await written(uploaders, videoId, 'Second', parent.id)
    expect(await written(viewers, videoId, 'Third', reply.id)).toMatchObject({ parentId: parent.id })
    expect(bodies(await repliesTo(visitor, parent.id))).toEqual(['Second', 'Third'])
    expect(await listed(visitor, videoId)).toMatchObject([{ body: 'First', replies: 2 }])
    expect(await commentCount()).toBe(3)
  })

  it('in the same words are one to the same comment, and two to two', async () => {
    const first = await written(uploaders, videoId, 'First')
    const second = await written(uploaders, videoId, 'Second', first.id)
    const thanks = [first, second, first, second].map(
      ({ id }) =>
        () =>
          written(viewers, videoId, 'Thanks!', id),
    )
    const ids: number[] = []
    for (const send of thanks) ids.push((await send()).id)
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
    expect(bodies(await repliesTo(visitor, first.id))).toEqual(['Second', 'Thanks!', 'Thanks!'])
  })

  it('are refused to what is gone, or below another video', async () => {
    const other = await makeVideo(uploader.id)
    const parent = await written(viewers, other.id, 'Elsewhere')
    const removed = await makeComment(videoId, viewer.id, { state: 'removed' })
    for (const id of [parent.id, removed.id, 999_999])
      expect((await write(viewers, videoId, 'A reply', id)).status).toBe(404)
  })

  it('go on below a comment that is gone, as long as what they answer is shown', async () => {
    const parent = await written(viewers, videoId, 'Regretted')
    const reply = await written(uploaders, videoId, 'Why not', parent.id)
    await viewers.request('DELETE', `/api/comments/${parent.id}`)
    expect(await written(viewers, videoId, 'Because', reply.id)).toMatchObject({ parentId: parent.id })
    expect(bodies(await repliesTo(visitor, parent.id))).toEqual(['Why not', 'Because'])
    await uploaders.request('DELETE', `/api/comments/${reply.id}`)
    expect((await write(viewers, videoId, 'Hello?', reply.id)).status).toBe(404)
  })

  it('of a removed comment are as unknown as it is', async () => {
    const removed = await makeComment(videoId, viewer.id, { state: 'removed' })
    const held = await makeComment(videoId, viewer.id, { state: 'held' })
    for (const { id } of [removed, held])
      expect((await visitor.get(`/api/comments/${id}/replies`)).status).toBe(404)
  })

  it('keep the place of a deleted comment until the last of them goes', async () => {
    const parent = await written(viewers, videoId, 'Regretted')
    const reply = await written(uploaders, videoId, 'Why not', parent.id)
    await uploaders.request('PUT', `/api/comments/${parent.id}/like`)
    expect((await viewers.request('DELETE', `/api/comments/${parent.id}`)).status).toBe(204)
    const [place] = await listed(visitor, videoId)
    expect(place).toMatchObject({ state: 'deleted', body: '', author: null, likes: 0, replies: 1 })
    expect(await rowOf(parent.id)).toMatchObject({ userId: 0, body: '' })
    expect(await commentCount()).toBe(1)
    expect((await write(viewers, videoId, 'Another', parent.id)).status).toBe(404)
    await uploaders.request('DELETE', `/api/comments/${reply.id}`)
    expect(await listed(visitor, videoId)).toEqual([])
    expect(await rowOf(parent.id)).toBeUndefined()
    expect(await db.select().from(commentLikes).where(eq(commentLikes.commentId, parent.id))).toEqual([])
  })
})

describe('lists', () => {
  it('show the newest or the best first, each once, at a cost of what they show', async () => {
    await env.DB.prepare(
      `insert into comments (video_id, user_id, body, state, created_at, likes)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 60)
       select ?, ?, 'Number ' || i, 'shown', i, i % 4 from n`,
    )
      .bind(videoId, viewer.id)
      .run()
    for (const [sort, order] of [
      ['newest', (one: Comment, other: Comment) => other.id - one.id],
      ['best', (one: Comment, other: Comment) => other.likes - one.likes || other.id - one.id],
    ] as const) {
      const seen: Comment[] = []
      const path = `/api/videos/${videoId}/comments?sort=${sort}&limit=20`
      for await (const { response, items } of pagesOf<Comment>(viewers, path)) {
        seen.push(...items)
        expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 20)
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
      expect(seen).toEqual([...seen].sort(order))
    }
    const parent = await makeComment(videoId, viewer.id)
    await env.DB.prepare(
      `insert into comments (video_id, user_id, parent_id, body, state, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 50)
       select ?, ?, ?, 'Reply ' || i, 'shown', i from n`,
    )
      .bind(videoId, viewer.id, parent.id)
      .run()
    const replies: string[] = []
    for await (const { response, items } of pagesOf<Comment>(
      viewers,
      `/api/comments/${parent.id}/replies?limit=20`,
    )) {
      replies.push(...bodies(items))
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 20)
    }
    expect(replies).toEqual(Array.from({ length: 50 }, (_, at) => `Reply ${at + 1}`))
    expect(await commentCount()).toBe(111)
  })

  it('leave out who is banned or leaving, in what they count, too, until they are back', async () => {
    const alone = await written(viewers, videoId, 'From someone')
    const thread = await written(viewers, videoId, 'With a reply')
    await written(uploaders, videoId, 'Yes', thread.id)
    const own = await written(uploaders, videoId, 'Mine')
    await written(viewers, videoId, 'A reply', own.id)
    const ctx = await jobContext()
    const isGone = async () => {
      await settleComments(ctx)
      const seen = await listed(visitor, videoId)
      expect(seen).toMatchObject([
        { id: own.id, replies: 0 },
        { id: thread.id, state: 'deleted', author: null, body: '', replies: 1 },
      ])
      expect(JSON.stringify(seen)).not.toContain(viewer.username)
      expect(await commentCount()).toBe(2)
    }
    const isBack = async () => {
      await settleComments(ctx)
      expect((await listed(visitor, videoId)).map(({ id }) => id)).toEqual([own.id, thread.id, alone.id])
      expect(await commentCount()).toBe(5)
      expect((await rowOf(own.id))?.replies).toBe(1)
    }
    const account = (change: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(change).where(eq(users.id, viewer.id))
    // Someone else's ban keeps nothing back.
    await ban((await makeUser()).id)
    await isBack()
    await ban(viewer.id)
    await isGone()
    await account({ banReason: null, deleteAt: Date.now() })
    await isGone()
    await account({ deleteAt: null })
    await isBack()
  })
})

describe('likes', () => {
  it('count once and are taken back once', async () => {
    const { id } = await written(viewers, videoId, 'Good')
    const path = `/api/comments/${id}/like`
    for (const _ of [1, 2]) expect(await uploaders.json('PUT', path)).toEqual({ liked: true, likes: 1 })
    expect(await listed(uploaders, videoId)).toMatchObject([{ likes: 1, likedByMe: true }])
    expect(await listed(visitor, videoId)).toMatchObject([{ likes: 1, likedByMe: false }])
    for (const _ of [1, 2]) expect(await uploaders.json('DELETE', path)).toEqual({ liked: false, likes: 0 })
    expect((await visitor.request('PUT', path)).status).toBe(401)
  })
})

describe('an author', () => {
  it('can edit for 15 minutes', async () => {
    const { id } = await written(viewers, videoId, 'A typpo')
    const edit = (client = viewers) =>
      client.request('PATCH', `/api/comments/${id}`, { json: { body: 'A typo' } })
    expect(await (await edit()).json<Comment>()).toMatchObject({ body: 'A typo', state: 'shown' })
    expect((await listed(visitor, videoId))[0]?.editedAt).not.toBeNull()
    expect((await edit(uploaders)).status).toBe(404)
    await db
      .update(comments)
      .set({ createdAt: Date.now() - 15 * 60_000 - 1 })
      .where(eq(comments.id, id))
    expect(await problemOf(await edit())).toMatchObject({ status: 409, detail: commentMessages.tooLate })
    expect((await listed(viewers, videoId))[0]?.editableUntil).toBeNull()
  })

  it('alone can delete, besides the uploader', async () => {
    const { id } = await written(viewers, videoId, 'Mine')
    const stranger = await signInAs(await makeUser())
    expect((await stranger.request('DELETE', `/api/comments/${id}`)).status).toBe(404)
    expect((await viewers.request('DELETE', `/api/comments/${id}`)).status).toBe(204)
    expect(await rowOf(id)).toBeUndefined()
    expect(await commentCount()).toBe(0)
  })
})

describe('a comment with a link or a blocked term', () => {
  it('waits for staff, and meanwhile is shown to its author alone', async () => {
    await changeSettings({ blockedTerms: 'forbidden' })
    const parent = await written(uploaders, videoId, 'Welcome')
    for (const body of ['See example.com', 'Somehow FORBIDDEN']) {
      expect(await written(viewers, videoId, body)).toMatchObject({ state: 'held', body })
      expect(await written(viewers, videoId, body, parent.id)).toMatchObject({ state: 'held' })
    }
    expect(bodies(await listed(visitor, videoId))).toEqual(['Welcome'])
    expect(bodies(await listed(uploaders, videoId))).toEqual(['Welcome'])
    expect((await listed(viewers, videoId)).map(({ state }) => state)).toEqual(['held', 'held', 'shown'])
    expect(await repliesTo(visitor, parent.id)).toEqual([])
    expect(bodies(await repliesTo(viewers, parent.id))).toEqual(['See example.com', 'Somehow FORBIDDEN'])
    // Only the author still finds the thread.
    for (const [client, replies] of [
      [viewers, 2],
      [uploaders, 0],
      [visitor, 0],
    ] as const)
      expect((await listed(client, videoId)).find(({ id }) => id === parent.id)).toMatchObject({ replies })
    expect(await commentCount()).toBe(1)
    expect((await rowOf(parent.id))?.replies).toBe(0)
    const held = (await listed(viewers, videoId))[0]?.id
    expect((await uploaders.request('DELETE', `/api/comments/${held}`)).status).toBe(404)
    expect((await uploaders.request('PUT', `/api/comments/${held}/like`)).status).toBe(404)
  })

  it('comes and goes with an edit, and is pinned no longer', async () => {
    const { id } = await written(viewers, videoId, 'Harmless')
    expect((await uploaders.request('PUT', `/api/comments/${id}/pin`)).status).toBe(204)
    const edit = (body: string) => viewers.json<Comment>('PATCH', `/api/comments/${id}`, { body })
    expect((await edit('www.example.com')).state).toBe('held')
    expect(await listed(visitor, videoId)).toEqual([])
    expect(await edit('Harmless again')).toMatchObject({ state: 'shown', isPinned: false })
    expect(bodies(await listed(visitor, videoId))).toEqual(['Harmless again'])
    expect(await commentCount()).toBe(1)
  })
})

describe('an uploader', () => {
  it('removes comments below their own videos alone', async () => {
    const { id } = await written(viewers, videoId, 'Unwanted')
    const elsewhere = await makeVideo(viewer.id)
    const own = await written(viewers, elsewhere.id, 'Elsewhere')
    expect((await uploaders.request('DELETE', `/api/comments/${own.id}`)).status).toBe(404)
    expect((await uploaders.request('DELETE', `/api/comments/${id}`)).status).toBe(204)
    expect(await listed(viewers, videoId)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'removed', removedBy: uploader.id, body: 'Unwanted' })
    expect(await commentCount()).toBe(0)
  })

  it('pins one, which comes first', async () => {
    const first = await written(viewers, videoId, 'First')
    const second = await written(viewers, videoId, 'Second')
    await written(viewers, videoId, 'Third')
    const pin = (id: number, method = 'PUT', client = uploaders) =>
      client.request(method, `/api/comments/${id}/pin`)
    expect((await pin(first.id, 'PUT', viewers)).status).toBe(404)
    for (const { id } of [first, second, second]) expect((await pin(id)).status).toBe(204)
    for (const sort of ['newest', 'best']) {
      const list = await listed(visitor, videoId, `?sort=${sort}`)
      expect(bodies(list)).toEqual(['Second', 'Third', 'First'])
      expect(list.map(({ isPinned }) => isPinned)).toEqual([true, false, false])
    }
    expect((await pin(second.id, 'DELETE')).status).toBe(204)
    expect(bodies(await listed(visitor, videoId))).toEqual(['Third', 'Second', 'First'])
    const reply = await written(viewers, videoId, 'A reply', first.id)
    expect((await pin(reply.id)).status).toBe(404)
  })

  it('blocks an author from commenting on any of their videos, until they let them again', async () => {
    const path = `/api/account/comment-blocks/${viewer.id}`
    const { id } = await written(viewers, videoId, 'Before')
    const block = (comment: number) => uploaders.request('PUT', `/api/comments/${comment}/block`)
    for (const _ of [1, 2]) expect((await block(id)).status).toBe(204)
    const another = await makeVideo(uploader.id)
    for (const each of [videoId, another.id])
      expect(await problemOf(await write(viewers, each, 'Hello'))).toMatchObject({
        status: 403,
        detail: commentMessages.blocked,
      })
    expect(
      await problemOf(await viewers.request('PATCH', `/api/comments/${id}`, { json: { body: 'Ha' } })),
    ).toMatchObject({ status: 403, detail: commentMessages.blocked })
    expect(bodies(await listed(visitor, videoId))).toEqual(['Before'])
    const list = await uploaders.json<CommentBlock[]>('GET', '/api/account/comment-blocks')
    expect(list).toMatchObject([{ id: viewer.id, username: viewer.username }])
    expect((await uploaders.request('DELETE', path)).status).toBe(204)
    expect((await write(viewers, videoId, 'After')).status).toBe(201)
    // Only a comment that the uploader can read may be used, so that no one learns names by trying IDs.
    const elsewhere = await makeComment((await makeVideo(viewer.id)).id, viewer.id)
    const own = await makeComment(videoId, uploader.id)
    const held = await makeComment(videoId, viewer.id, { state: 'held' })
    for (const comment of [elsewhere.id, own.id, held.id, 999_999])
      expect((await block(comment)).status).toBe(404)
    expect((await uploaders.request('PUT', path)).status).toBe(405)
    expect(await uploaders.json('GET', '/api/account/comment-blocks')).toEqual([])
  })
})

describe('a deleted video', () => {
  it('leaves none of its comments', async () => {
    const parent = await written(viewers, videoId, 'Soon gone')
    await written(uploaders, videoId, 'Too', parent.id)
    await uploaders.request('PUT', `/api/comments/${parent.id}/like`)
    await uploaders.request('POST', `/api/comments/${parent.id}/report`, { json: { reason: 'spam' } })
    await deleteForGood(uploaders, videoId)
    expect(await videoRow(videoId)).toBeUndefined()
    expect((await visitor.get(`/api/comments/${parent.id}/replies`)).status).toBe(404)
    await pruneComments(await jobContext())
    // A reported comment stays for staff until the report is decided.
    expect((await db.select().from(comments).where(eq(comments.videoId, videoId))).length).toBe(1)
    expect(await db.select().from(commentsLeft).where(eq(commentsLeft.videoId, videoId))).toEqual([])
    const moderator = await signInAs(await makeUser({ staff: 'moderator' }))
    const decision = { decision: 'remove', reason: 'spam', note: 'It advertises something.', editedAt: null }
    const decided = await moderator.request('POST', `/api/admin/comments/${parent.id}/decide`, {
      json: decision,
    })
    expect(decided.status).toBe(204)
    for (const [table, column] of [
      [comments, comments.videoId],
      [commentsLeft, commentsLeft.videoId],
    ] as const)
      expect(await db.select().from(table).where(eq(column, videoId))).toEqual([])
    for (const [table, column] of [
      [commentLikes, commentLikes.commentId],
      [commentReports, commentReports.commentId],
    ] as const)
      expect(await db.select().from(table).where(eq(column, parent.id))).toEqual([])
  })
})

describe('a deleted comment', () => {
  it('takes its reports with it, once the last reply goes', async () => {
    const parent = await written(viewers, videoId, 'Regretted')
    const reply = await written(uploaders, videoId, 'Why not', parent.id)
    await db.insert(commentReports).values({
      commentId: parent.id,
      reporterId: uploader.id,
      ownerId: viewer.id,
      body: 'Regretted',
      reporterKey: `user:${uploader.id}`,
      reason: 'spam',
      status: 'dismissed',
      createdAt: Date.now(),
    })
    await viewers.request('DELETE', `/api/comments/${parent.id}`)
    await uploaders.request('DELETE', `/api/comments/${reply.id}`)
    expect(await rowOf(parent.id)).toBeUndefined()
    expect(await db.select().from(commentReports).where(eq(commentReports.commentId, parent.id))).toEqual([])
  })
})
