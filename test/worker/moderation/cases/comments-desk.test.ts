import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AdminComment } from '#contract/schemas/moderation/comments'
import type { WaitingCounts } from '#contract/schemas/site/overview'
import { auditLog, commentReports, comments, mailOutbox, notices, users, videos } from '#db/schema'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { ban, changeSettings, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { mailsTo } from '#test/support/moderation/safety'
import { listed, makeComment, write, written } from '#test/support/videos/comments'
import { pagesOf } from '#test/support/videos/content'
import { settleComments } from '#worker/services/videos/comments/index'

const db = testDb()
type Person = Awaited<ReturnType<typeof makeUser>>
let uploader: Person
let author: Person
let reporter: Person
let authors: TestClient
let reporters: TestClient
let moderator: TestClient
let videoId: number
const visitor = new TestClient()

beforeEach(async () => {
  await changeSettings({ commentsEnabled: true })
  await db.delete(comments)
  uploader = await makeUser()
  author = await makeUser()
  reporter = await makeUser()
  authors = await signInAs(author)
  reporters = await signInAs(reporter)
  moderator = await signInAs(await makeUser({ staff: 'moderator' }))
  videoId = (await makeVideo(uploader.id, { title: 'The video' })).id
})
afterEach(() => changeSettings({ commentsEnabled: false }))

const report = (id: number, client = reporters, json: object = { reason: 'spam', details: 'Look at it.' }) =>
  client.request('POST', `/api/comments/${id}/report`, { json })
const queue = (name: string, client = moderator) =>
  client.json<AdminComment[]>('GET', `/api/admin/comments?queue=${name}`)
const rowOf = async (id: number) => (await db.select().from(comments).where(eq(comments.id, id)))[0]
/** Decides about the comment's current text. */
const decide = async (id: number, json: object, client = moderator) => {
  const editedAt = (await rowOf(id))?.editedAt
  const seen = { editedAt: editedAt ? new Date(editedAt).toISOString() : null }
  return client.request('POST', `/api/admin/comments/${id}/decide`, { json: { ...seen, ...json } })
}
const outcomesFor = async ({ id }: Person) =>
  (await db.select().from(notices).where(eq(notices.userId, id))).map(({ outcome }) => outcome)
const removal = { decision: 'remove', reason: 'spam', note: 'It advertises something.' }

describe('a report of a comment', () => {
  it('comes to the desk once for each account, with what the comment said then', async () => {
    const { id } = await written(authors, videoId, 'Buy this')
    for (const _ of [1, 2]) expect((await report(id)).status).toBe(204)
    await authors.request('PATCH', `/api/comments/${id}`, { json: { body: 'Never mind' } })
    expect(await queue('reported')).toMatchObject([
      {
        id,
        body: 'Never mind',
        state: 'shown',
        openReports: 1,
        dueAt: expect.stringMatching(/T.*Z$/),
        author: { username: author.username },
        video: { id: videoId, title: 'The video' },
        reports: [
          {
            reason: 'spam',
            details: 'Look at it.',
            body: 'Buy this',
            reporter: { username: reporter.username },
          },
        ],
      },
    ])
    expect((await moderator.json<WaitingCounts>('GET', '/api/admin/waiting')).comments).toBe(1)
    // The report hides nothing.
    expect(await listed(visitor, videoId)).toHaveLength(1)
  })

  it('is refused to its author, for no reason, and beyond the limit of reports', async () => {
    const { id } = await written(authors, videoId, 'Hello')
    expect((await report(id, authors)).status).toBe(409)
    expect((await report(id, reporters, {})).status).toBe(400)
    expect((await report(999_999)).status).toBe(404)
    for (let each = 0; each < 3; each += 1) {
      const { id: other } = await makeComment(videoId, author.id)
      expect((await report(other)).status).toBe(204)
    }
    expect((await report(id)).status).toBe(429)
  })

  it('needs no account: a visitor is told by email, or not at all', async () => {
    const [told, untold] = [new TestClient(), new TestClient()]
    const { id } = await written(authors, videoId, 'Buy this')
    const withEmail = { reason: 'spam', email: 'visitor@example.com' }
    // A repeated report from one sender is one report; another sender's is a second, even if it is the same.
    for (const _ of [1, 2]) expect((await report(id, told, withEmail)).status).toBe(204)
    expect((await report(id, untold)).status).toBe(204)
    const rows = await db.select().from(commentReports).where(eq(commentReports.commentId, id))
    expect(rows.map(({ reporterId, email }) => ({ reporterId, email }))).toEqual([
      { reporterId: null, email: 'visitor@example.com' },
      { reporterId: null, email: null },
    ])
    for (const { address } of [told, untold]) expect(JSON.stringify(rows)).not.toContain(address)
    const [waiting] = await queue('reported')
    expect(waiting).toMatchObject({ id, openReports: 2 })
    expect(waiting?.reports).toContainEqual(
      expect.objectContaining({ reporter: null, hasEmail: true, email: null }),
    )
    const [toAdministrator] = await queue('reported', await signInAs(await makeUser({ isAdmin: true })))
    expect(toAdministrator?.reports.map(({ email }) => email).sort()).toEqual([null, 'visitor@example.com'])
    const mailsBefore = await db.select().from(mailOutbox)
    expect((await decide(id, removal)).status).toBe(204)
    const [mail] = await mailsTo('visitor@example.com')
    expect(mail?.subject).toBe('Our decision on your report')
    expect(mail?.body).toContain('The comment you reported was removed.')
    // For the author, and for the one visitor with an email address.
    expect(await db.select().from(mailOutbox)).toHaveLength(mailsBefore.length + 2)
  })

  it('has the deadline of its oldest report, also where a page has more reports than are read', async () => {
    const [crowded, other] = [await written(authors, videoId, 'One'), await written(authors, videoId, 'Two')]
    const insert = (commentId: number, keys: string[], createdAt: number) =>
      db.insert(commentReports).values(
        keys.map((reporterKey) => ({
          ...{ commentId, ownerId: author.id, reporterKey, createdAt },
          ...{ body: 'One', reason: 'spam' as const, details: '' },
        })),
      )
    const [early, late] = [Date.UTC(2026, 10, 23, 9), Date.UTC(2026, 10, 24, 9)]
    await insert(crowded.id, ['zz'], early)
    await insert(other.id, ['zz'], late)
    for (let part = 0; part < 11; part += 1)
      await insert(
        crowded.id,
        Array.from({ length: 10 }, (_, at) => `a${part} ${at}`),
        late,
      )
    const found = await queue('reported')
    const dueOf = (id: number) => found.find((each) => each.id === id)?.dueAt
    expect(dueOf(crowded.id)).toBe('2026-12-02T09:00:00.000Z')
    expect(dueOf(other.id)).toBe('2026-12-03T09:00:00.000Z')
  })

  it('of an account comes first, and a visitor adds none by other words or another browser', async () => {
    const { id } = await written(authors, videoId, 'Look here')
    const stranger = new TestClient()
    for (const details of ['One', 'Two']) {
      expect((await report(id, stranger, { reason: 'spam', details })).status).toBe(204)
    }
    expect((await report(id, stranger, { reason: 'harassment' })).status).toBe(204)
    const member = await makeUser()
    expect((await report(id, await signInAs(member))).status).toBe(204)
    const [waiting] = await queue('reported')
    const reporters = waiting?.reports.map(({ reporter }) => reporter?.username ?? null)
    expect(reporters).toEqual([member.username, null, null])
  })

  it('counts against the same limit as reports of videos, for a visitor, too', async () => {
    const stranger = new TestClient()
    for (let each = 0; each < 3; each += 1) {
      const response = await stranger.request('POST', `/api/videos/${videoId}/report`, {
        json: { reason: 'spam', details: `Number ${each}` },
      })
      expect(response.status).toBe(201)
    }
    const { id } = await makeComment(videoId, author.id)
    expect((await report(id, stranger)).status).toBe(429)
    expect((await report(id, new TestClient())).status).toBe(204)
  })

  it('outlives the text of a comment that its author deletes', async () => {
    const { id } = await written(authors, videoId, 'Something bad')
    await report(id)
    expect((await authors.request('DELETE', `/api/comments/${id}`)).status).toBe(204)
    expect(await listed(visitor, videoId)).toEqual([])
    expect(await queue('reported')).toMatchObject([
      { id, author: null, body: '', state: 'deleted', reports: [{ body: 'Something bad' }] },
    ])
    expect((await decide(id, removal)).status).toBe(204)
    expect(await queue('reported')).toEqual([])
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('the desk', () => {
  it('removes a comment with a reason, which its author and the reporters are told', async () => {
    const { id } = await written(authors, videoId, 'Buy this')
    const reply = await written(reporters, videoId, 'No', id)
    await report(id)
    expect((await decide(id, removal)).status).toBe(204)
    expect(await listed(visitor, videoId)).toMatchObject([{ id, state: 'removed', body: '', author: null }])
    expect(await rowOf(id)).toMatchObject({ state: 'removed', reason: 'spam', openReports: 0 })
    const [toAuthor] = await mailsTo(`${author.username}@example.com`)
    expect(toAuthor).toMatchObject({ subject: 'One of your comments was removed' })
    for (const words of ['Buy this', 'Spam or advertising', removal.note])
      expect(toAuthor?.body).toContain(words)
    expect(toAuthor?.body).not.toContain(reporter.username)
    const [toReporter] = await mailsTo(`${reporter.username}@example.com`)
    expect(toReporter?.subject).toBe('Our decision on your report')
    const [decided] = await db.select().from(commentReports).where(eq(commentReports.commentId, id))
    expect(decided).toMatchObject({ status: 'upheld', decisionNote: removal.note })
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({ action: 'comment.remove', subject: 'comment', subjectId: String(id) })
    expect(entry?.reason).toBe(removal.note)
    expect(JSON.parse(entry?.details ?? '')).toEqual({ before: { reason: null }, after: { reason: 'spam' } })
    expect(JSON.stringify(entry)).not.toContain('Buy this')
    // The request is repeated, as after a lost answer.
    expect((await decide(id, removal)).status).toBe(204)
    expect((await rowOf(reply.id))?.state).toBe('shown')
    // Editing doesn't restore it either.
    const edit = await authors.request('PATCH', `/api/comments/${id}`, { json: { body: 'Sorry' } })
    expect(edit.status).toBe(404)
    expect(await outcomesFor(author)).toContain('comment-removed')
    expect(await outcomesFor(reporter)).toEqual(['comment-upheld'])
  })

  it('dismisses reports up to the newest one seen', async () => {
    const { id } = await written(authors, videoId, 'Fine')
    await report(id)
    const seen = (await queue('reported'))[0]?.reports[0]?.id
    await report(id, await signInAs(await makeUser()))
    expect((await decide(id, { decision: 'keep', seen })).status).toBe(204)
    expect(await queue('reported')).toMatchObject([{ id, openReports: 1 }])
    expect((await decide(id, { decision: 'keep' })).status).toBe(204)
    expect(await queue('reported')).toEqual([])
    expect(await listed(visitor, videoId)).toHaveLength(1)
    expect(await mailsTo(`${author.username}@example.com`)).toEqual([])
    expect((await decide(id, removal)).status).toBe(409)
  })

  it('shows what was held, or removes it', async () => {
    const shown = await written(authors, videoId, 'See example.com')
    const removed = await written(authors, videoId, 'Or www.example.org')
    expect(await queue('held')).toMatchObject([
      { id: shown.id, heldFor: 'link', state: 'held' },
      { id: removed.id, heldFor: 'link' },
    ])
    expect((await decide(shown.id, { decision: 'keep' })).status).toBe(204)
    expect((await decide(removed.id, removal)).status).toBe(204)
    expect(await queue('held')).toEqual([])
    expect(await listed(visitor, videoId)).toMatchObject([{ id: shown.id, body: 'See example.com' }])
  })

  it('asks for a reason and a sentence, and is for those who decide cases', async () => {
    const { id } = await makeComment(videoId, author.id)
    const faults = async (json: object) =>
      (await problemOf(await decide(id, json))).errors?.map(({ path }) => path)
    expect(await faults({ decision: 'remove', note: 'Because.' })).toEqual(['reason'])
    expect(await faults({ decision: 'remove', reason: 'spam' })).toEqual(['note'])
    for (const client of [
      authors,
      await signInAs(uploader),
      await signInAs(await makeUser({ staff: 'support' })),
    ]) {
      expect((await decide(id, removal, client)).status).toBe(403)
      expect((await client.get('/api/admin/comments')).status).toBe(403)
    }
    // A comment without reports isn't decided at the desk, but can be removed where it is read.
    expect((await decide(id, removal)).status).toBe(409)
    expect((await decide(id, { ...removal, onPage: true })).status).toBe(204)
    await db.delete(comments)
    expect((await write(moderator, videoId, 'Rules: https://example.com')).status).toBe(201)
    expect(await listed(visitor, videoId)).toMatchObject([{ state: 'shown' }])
  })

  it('decides only about what staff read', async () => {
    const { id } = await written(authors, videoId, 'See example.com')
    await authors.request('PATCH', `/api/comments/${id}`, { json: { body: 'Or worse.example.com' } })
    for (const decision of [{ decision: 'keep' }, removal])
      expect(await problemOf(await decide(id, { ...decision, editedAt: null }))).toMatchObject({
        status: 409,
        detail: 'This comment was edited since. Reload and look again.',
      })
    expect(await rowOf(id)).toMatchObject({ state: 'held' })
    expect(await mailsTo(`${author.username}@example.com`)).toEqual([])
    const [waiting] = await queue('held')
    expect((await decide(id, { decision: 'keep', editedAt: waiting?.editedAt })).status).toBe(204)
  })

  it('leaves the comments of staff to their colleagues, and the second of two decisions', async () => {
    const own = await makeUser({ staff: 'moderator' })
    const { id } = await makeComment(videoId, own.id)
    await report(id)
    expect(await problemOf(await decide(id, removal, await signInAs(own)))).toMatchObject({
      status: 409,
      detail: "You can't decide about your own comment. Ask a colleague.",
    })
    expect((await decide(id, removal)).status).toBe(204)
    const second = await signInAs(await makeUser({ staff: 'moderator' }))
    expect(await problemOf(await decide(id, removal, second))).toMatchObject({
      status: 409,
      detail: 'This comment has already been decided.',
    })
  })

  it('says of a comment that is gone already who removed it, and nothing untrue', async () => {
    const { id } = await written(authors, videoId, 'Buy this')
    await report(id)
    await (await signInAs(uploader)).request('DELETE', `/api/comments/${id}`)
    expect(await queue('reported')).toMatchObject([
      { id, state: 'removed', removedBy: 'uploader', tellsAuthor: false },
    ])
    expect((await decide(id, { decision: 'keep' })).status).toBe(204)
    const [mail] = await mailsTo(`${reporter.username}@example.com`)
    expect(mail?.body).toContain('no longer on the site')
    expect(mail?.body).not.toContain('leave it up')
    expect(await outcomesFor(reporter)).toEqual(['comment-gone'])
    expect(await outcomesFor(author)).not.toContain('comment-removed')
  })

  it('upholds with a removal what was reported meanwhile, too', async () => {
    const { id } = await written(authors, videoId, 'Buy this')
    await report(id)
    const seen = (await queue('reported'))[0]?.reports[0]?.id
    await report(id, await signInAs(await makeUser()))
    expect((await decide(id, { ...removal, seen })).status).toBe(204)
    expect(await queue('reported')).toEqual([])
  })
})

describe('a removed comment', () => {
  const restore = (id: number, client = moderator, note = 'We misread it.') =>
    decide(id, { decision: 'restore', note }, client)
  const counted = async () => {
    const [video] = await db.select().from(videos).where(eq(videos.id, videoId))
    return video?.comments
  }

  it('comes back with a reason, which its author is told and the reporters are not', async () => {
    const { id } = await written(authors, videoId, 'See example.com')
    await decide(id, { decision: 'keep' })
    await report(id)
    expect((await decide(id, removal)).status).toBe(204)
    expect(await counted()).toBe(0)
    const told = await mailsTo(`${reporter.username}@example.com`)
    expect(await queue('removed')).toMatchObject([
      {
        id,
        state: 'removed',
        removedBy: 'staff',
        reason: 'spam',
        body: 'See example.com',
        tellsAuthor: false,
      },
    ])
    expect((await problemOf(await restore(id, moderator, ''))).errors?.map(({ path }) => path)).toEqual([
      'note',
    ])
    // Someone else's ban keeps nothing back.
    await ban((await makeUser()).id)
    expect((await restore(id)).status).toBe(204)
    expect(await queue('removed')).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'shown', heldFor: null, removedBy: null, reason: null })
    expect(await listed(visitor, videoId)).toMatchObject([{ id, body: 'See example.com' }])
    expect(await counted()).toBe(1)
    const mail = (await mailsTo(`${author.username}@example.com`)).at(-1)
    expect(mail).toMatchObject({ subject: 'One of your comments was restored' })
    for (const words of ['See example.com', 'We misread it.']) expect(mail?.body).toContain(words)
    expect(await outcomesFor(author)).toEqual(['comment-removed', 'comment-restored'])
    // The uploader's notification about the restored comment exists once.
    const ofUploader = await db.select().from(notices).where(eq(notices.userId, uploader.id))
    expect(ofUploader).toMatchObject([{ kind: 'comment', commentId: id, count: 1 }])
    expect(await mailsTo(`${reporter.username}@example.com`)).toEqual(told)
    expect(await outcomesFor(reporter)).toEqual(['comment-upheld'])
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({ action: 'comment.restore', subject: 'comment', subjectId: String(id) })
    // Only the log keeps why the comment was removed and restored.
    expect(entry?.reason).toBe('We misread it.')
    expect(JSON.parse(entry?.details ?? '')).toEqual({ before: { reason: 'spam' }, after: { reason: null } })
    expect((await restore(id)).status).toBe(204)
    expect(await mailsTo(`${author.username}@example.com`)).toHaveLength(2)
  })

  it('is refused a reason of its removal', async () => {
    const { id } = await makeComment(videoId, author.id, { state: 'removed', reason: 'spam' })
    const answer = await decide(id, { decision: 'restore', reason: 'spam', note: 'We misread it.' })
    expect(answer.status).toBe(400)
    expect((await problemOf(answer)).errors?.map(({ path }) => path)).toEqual(['reason'])
    expect(await rowOf(id)).toMatchObject({ state: 'removed', reason: 'spam' })
  })

  it.each([
    ['banned', { banReason: 'Spam' }],
    ['leaving', { deleteAt: Date.now() + 86_400_000 }],
  ])('waits for its author who is %s', async (_, gone) => {
    const { id } = await written(authors, videoId, 'Buy this')
    await report(id)
    await decide(id, removal)
    const setAuthor = (change: object) => db.update(users).set(change).where(eq(users.id, author.id))
    await setAuthor(gone)
    expect((await restore(id)).status).toBe(204)
    expect(await rowOf(id)).toMatchObject({ state: 'away' })
    expect([await counted(), await listed(visitor, videoId)]).toEqual([0, []])
    await setAuthor({ banReason: null, deleteAt: null })
    await settleComments(await jobContext())
    expect([await counted(), (await listed(visitor, videoId)).length]).toEqual([1, 1])
  })

  it('stays where its uploader, or nobody, removed it, and is for a colleague where it is their own', async () => {
    const byUploader = await written(authors, videoId, 'Unwanted')
    await (await signInAs(uploader)).request('DELETE', `/api/comments/${byUploader.id}`)
    const staff = await makeUser({ staff: 'moderator' })
    const own = await makeComment(videoId, staff.id, { state: 'removed', reason: 'spam' })
    const shown = await makeComment(videoId, author.id)
    expect(await queue('removed')).toMatchObject([
      { id: own.id, removedBy: 'staff' },
      { id: byUploader.id, removedBy: 'uploader', reason: null },
    ])
    const mine = await signInAs(staff)
    for (const id of [byUploader.id, own.id, shown.id, 999_999])
      expect([id, (await restore(id, mine)).status]).toEqual([id, 409])
    for (const id of [byUploader.id, own.id]) expect((await rowOf(id))?.state).toBe('removed')
    expect((await restore(own.id, authors)).status).toBe(403)
    expect((await restore(own.id)).status).toBe(204)
  })

  it('is listed at a cost of what is shown, newest first, each once', async () => {
    const { id: parentId } = await makeComment(videoId, author.id)
    await env.DB.prepare(
      `insert into comments (video_id, user_id, parent_id, body, state, reason, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 120)
       select ?, ?, ?, 'Number ' || i, iif(i % 2, 'removed', 'shown'), iif(i % 2, 'spam', null), i from n`,
    )
      .bind(videoId, author.id, parentId)
      .run()
    const seen: number[] = []
    for await (const { response, items } of pagesOf<AdminComment>(
      moderator,
      '/api/admin/comments?queue=removed&limit=20',
    )) {
      seen.push(...items.map(({ id }) => id))
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 20)
    }
    expect(new Set(seen).size).toBe(60)
    expect(seen).toEqual([...seen].sort((one, other) => other - one))
  })
})
