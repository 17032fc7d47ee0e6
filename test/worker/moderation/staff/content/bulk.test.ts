import { env } from 'cloudflare:workers'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BulkChange, UploaderRecord } from '#contract/schemas/moderation/content'
import type { BulkResult } from '#contract/schemas/shared/lists'
import { confirmedMs } from '#contract/values/accounts/account'
import { bulkSize } from '#contract/values/moderation/content'
import { auditLog, removals, reports, users } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, TestClient } from '#test/support/client'
import { ban, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'

const db = testDb()
const path = '/api/admin/videos/bulk'
const owner = ownerOfVideos()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function bulk(change: BulkChange, client = admin) {
  return client.request('POST', path, { json: change })
}

describe('a change of many videos', () => {
  it.each([
    ['public', { isPublic: false }, { isPublic: true }],
    ['private', {}, { isPublic: false, revision: 2 }],
    ['premium', {}, { isPremium: true, revision: 2 }],
    ['free', { isPremium: true }, { isPremium: false }],
    ['approve', { review: 'pending' }, { review: 'approved' }],
    ['reject', { review: 'pending' }, { review: 'rejected', isPublic: false }],
  ] as const)('does %s to each, and is on record for each', async (action, from, to) => {
    const made = [await makeVideo(owner.id, from), await makeVideo(owner.id, from)]
    const ids = made.map(({ id }) => id)
    const answer = await bulk({
      ids,
      action,
      ...(action === 'reject' && { reason: 'quality', note: 'All dark.' }),
    })
    expect(await answer.json()).toEqual(ids.map((id) => ({ id, ok: true })))
    for (const id of ids) expect(await videoRow(id)).toMatchObject(to)
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'video'), inArray(auditLog.subjectId, ids.map(String))))
    expect(entries.map(({ details }) => Object.keys(JSON.parse(details ?? '')).slice(0, 2))).toEqual([
      ['before', 'after'],
      ['before', 'after'],
    ])
  })

  it('deletes what is no evidence', async () => {
    const [one, held] = [await makeVideo(owner.id), await makeVideo(owner.id, { hold: 'quarantine' })]
    const results = await (await bulk({ ids: [one.id, held.id], action: 'delete' })).json<BulkResult>()
    expect(results).toEqual([
      { id: one.id, ok: true },
      { id: held.id, ok: false, detail: expect.stringContaining('evidence') },
    ])
    expect(await videoRow(one.id)).toBeUndefined()
    expect((await videoRow(held.id))?.sourceKey).toBe(held.sourceKey)
  })

  it('says of each how it went, and lets one that fails hold up no other', async () => {
    const waiting = await makeVideo(owner.id, { review: 'pending' })
    const approved = await makeVideo(owner.id)
    const ids = [999_999_999, approved.id, waiting.id, waiting.id]
    const results = await (await bulk({ ids, action: 'approve' })).json<BulkResult>()
    expect(results.map(({ id, ok }) => [id, ok])).toEqual([
      [999_999_999, false],
      [approved.id, false],
      [waiting.id, true],
      // Already done.
      [waiting.id, true],
    ])
    expect(results.filter(({ ok }) => !ok).every(({ detail }) => detail)).toBe(true)
  })

  it('tells of what was done although one of them failed as nobody foresaw', async () => {
    const [one, broken, other] = [
      await makeVideo(owner.id),
      await makeVideo(owner.id),
      await makeVideo(owner.id),
    ]
    await env.DB.exec(
      `create trigger breaks before update on videos when new.id = ${broken.id} begin select raise(abort, 'secret'); end`,
    )
    const ids = [one.id, broken.id, other.id]
    const results = await (await bulk({ ids, action: 'private' })).json<BulkResult>()
    await env.DB.exec('drop trigger breaks')
    expect(results).toEqual([
      { id: one.id, ok: true },
      { id: broken.id, ok: false, detail: 'Something went wrong on our side. Please try again.' },
      { id: other.id, ok: true },
    ])
    expect((await videoRow(other.id))?.isPublic).toBe(false)
  })

  it('with the revisions that were looked at decides about what was decided before', async () => {
    const [live, changed] = [await makeVideo(owner.id), await makeVideo(owner.id, { revision: 3 })]
    const change = {
      ids: [live.id, changed.id],
      revisions: [1, 2],
      action: 'reject',
      reason: 'rights',
    } as const
    const results = await (
      await bulk({ ...change, ids: [...change.ids], revisions: [1, 2] })
    ).json<BulkResult>()
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect((await videoRow(live.id))?.review).toBe('rejected')
    expect((await videoRow(changed.id))?.review).toBe('approved')
  })

  it('is as large as a page', async () => {
    const ids = Array.from({ length: bulkSize }, (_, at) => 900_000_000 + at)
    expect(await (await bulk({ ids, action: 'public' })).json<BulkResult>()).toHaveLength(bulkSize)
    expect((await bulk({ ids: [...ids, 1], action: 'public' })).status).toBe(400)
  })

  it.each([
    {},
    { ids: [], action: 'approve' },
    { ids: [1], action: 'explode' },
    { ids: [1], action: 'reject' },
    { ids: [0], action: 'approve' },
    { ids: ['1'], action: 'approve' },
    { ids: [1], action: 'approve', other: 1 },
  ])('refuses %o', async (json) => {
    const answer = await admin.request('POST', path, { json })
    expect([answer.status, (await problemOf(answer)).code]).toEqual([400, 'invalid_input'])
  })

  it('is for administrators', async () => {
    const { id } = await makeVideo(owner.id)
    const answers = [
      await bulk({ ids: [id], action: 'delete' }, new TestClient()),
      await bulk({ ids: [id], action: 'delete' }, owner.client),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 403])
    expect(await videoRow(id)).toBeDefined()
  })

  it('asks for the password again before it deletes, and before nothing else', async () => {
    const { id } = await makeVideo(owner.id)
    const client = await signInAs(await makeUser({ isAdmin: true }))
    client.now = Date.now() + confirmedMs + 60_000
    const answer = await bulk({ ids: [id], action: 'delete' }, client)
    expect([answer.status, (await problemOf(answer)).code]).toEqual([403, 'password_required'])
    expect((await bulk({ ids: [id], action: 'private' }, client)).status).toBe(200)
    expect((await videoRow(id))?.isPublic).toBe(false)
  })
})

describe("an uploader's record", () => {
  it('counts what became of their videos', async () => {
    const user = await makeUser()
    const video = await makeVideo(user.id)
    await makeVideo(user.id, { isPublic: false })
    await makeVideo(user.id, { review: 'pending' })
    await makeVideo(user.id, { review: 'rejected', isPublic: false })
    const removed = await makeVideo(user.id, { hold: 'removed' })
    const shared = { videoTitle: 'x', ownerId: user.id, reason: 'spam', createdAt: 0 } as const
    for (const code of ['one', 'two']) {
      const names = { code: `${code}-${video.id}`, reporterKey: code }
      await db.insert(reports).values({ ...shared, ...names, videoId: video.id })
    }
    const removal = { videoId: removed.id, videoTitle: 'x', ownerId: user.id, reason: 'spam' } as const
    await db.insert(removals).values({ ...removal, statement: 'Spam.', removedAt: 0, preserveUntil: 1 })
    const record = await admin.json<UploaderRecord>('GET', `/api/admin/videos/${video.id}/uploader`)
    expect(record).toEqual({
      user: { id: user.id, username: user.username },
      createdAt: expect.any(String),
      emailVerified: false,
      videos: 4,
      approved: 2,
      rejected: 1,
      removed: 1,
      openReports: 2,
      ban: null,
    })
  })

  it('names the ban while it lasts', async () => {
    const user = await makeUser()
    const { id } = await makeVideo(user.id, { hold: 'ban' })
    const shown = () => admin.json<UploaderRecord>('GET', `/api/admin/videos/${id}/uploader`)
    await ban(user.id)
    expect((await shown()).ban).toEqual({ reason: 'spam', until: null })
    await db.update(users).set({ banUntil: 5 }).where(eq(users.id, user.id))
    expect((await shown()).ban).toBeNull()
  })
})
