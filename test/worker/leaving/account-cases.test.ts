import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptForCasesMs } from '#db/queries/leaving/delete-account'
import { commentReports, deletedAccounts, mailOutbox, removals, reports, users } from '#db/schema'
import { deleteReleasedByCases } from '#worker/services/leaving/account-deletion/delete-due'
import { pruneRemoved } from '#worker/services/moderation/takedown/prune-removed'
import { statusOf } from '../../support/accounts/bans'
import { deleteAllDue, leave, over, type Person, start, stillStored } from '../../support/accounts/leaving'
import { TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { changeSettings, day, makeUser, makeVideo, testDb, videoRow } from '../../support/factories'
import { auditOf, mailsOf, signInAt } from '../../support/moderation/removals'
import { makeComment } from '../../support/videos/comments'

const db = testDb()

let person: Person
let boss: TestClient
beforeEach(async () => {
  person = await makeUser()
  boss = await signInAt(await makeUser({ isAdmin: true }), start)
})

type Made = Awaited<ReturnType<typeof makeVideo>>
const keysOf = (video: Made) => [video.sourceKey, video.posterKey].filter((key) => key !== null)

async function report(videoId: number, reason: 'minor' | 'spam'): Promise<number> {
  const client = new TestClient()
  client.now = start
  const response = await client.request('POST', `/api/videos/${videoId}/report`, { json: { reason } })
  expect(response.status).toBe(201)
  const [row] = await db.select().from(reports).where(eq(reports.videoId, videoId))
  return row?.id ?? 0
}

function decide(id: number, decision: 'remove' | 'dismiss') {
  return boss.request('POST', `/api/admin/reports/${id}/decide`, {
    json: { decision, note: 'Looked at it.' },
  })
}

async function bossAt(now: number): Promise<void> {
  boss = await signInAt(await makeUser({ isAdmin: true }), now)
}

/** Returns the account's remaining row, after everything that may be erased was erased. */
async function identity(): Promise<string | undefined> {
  const [row] = await db.select().from(deletedAccounts).where(eq(deletedAccounts.userId, person.id))
  return row?.username
}

describe('what a case keeps of an erased account', () => {
  it('stays for administrators alone, with who it was, and nothing else does', async () => {
    const [grave, light, plain] = [
      await makeVideo(person.id),
      await makeVideo(person.id),
      await makeVideo(person.id),
    ]
    await report(grave.id, 'minor')
    await report(light.id, 'spam')
    await leave(person)
    await deleteAllDue()
    expect(await videoRow(plain.id)).toBeUndefined()
    expect(await stillStored(keysOf(plain))).toEqual([])
    expect((await videoRow(grave.id))?.hold).toBe('quarantine')
    expect((await videoRow(light.id))?.hold).toBe('deletion')
    const kept = [...keysOf(grave), ...keysOf(light)]
    expect(await stillStored(kept)).toEqual(kept)
    const visitor = new TestClient()
    for (const { id } of [grave, light]) expect(await statusOf(visitor, `/api/videos/${id}`)).toBe(404)

    await bossAt(over)
    expect(await boss.json('GET', `/api/videos/${grave.id}`)).toMatchObject({
      uploader: { username: `deleted-${person.id}` },
    })
    const evidence = await boss.json<{ uploader: { erased: { username: string } } }>(
      'GET',
      `/api/admin/videos/${grave.id}/evidence`,
    )
    expect(evidence.uploader.erased.username).toBe(person.username)
    expect(await identity()).toBe(person.username)
  })

  it('goes when the case is dismissed, and nobody sees it before', async () => {
    const video = await makeVideo(person.id)
    const id = await report(video.id, 'minor')
    await leave(person)
    await deleteAllDue()
    await bossAt(over)
    expect((await decide(id, 'dismiss')).status).toBe(200)
    expect((await videoRow(video.id))?.hold).toBe('deletion')
    expect(await statusOf(new TestClient(), `/api/videos/${video.id}`)).toBe(404)
    await deleteReleasedByCases(await jobContext(over + day))
    expect(await videoRow(video.id)).toBeUndefined()
    expect(await stillStored(keysOf(video))).toEqual([])
    expect(await identity()).toBeUndefined()
    const [row] = await db.select().from(reports).where(eq(reports.id, id))
    expect(row).toMatchObject({ videoTitle: 'Erased', status: 'dismissed' })
  })

  it('goes when the time of a removal is over; its hash and the statement stay, and nobody is mailed', async () => {
    const video = await makeVideo(person.id)
    const id = await report(video.id, 'minor')
    await leave(person)
    await deleteAllDue()
    await bossAt(over)
    expect((await decide(id, 'remove')).status).toBe(200)
    const [removal] = await db.select().from(removals).where(eq(removals.videoId, video.id))
    expect(await mailsOf(`removal:${removal?.id}`)).toEqual([])
    const end = removal?.preserveUntil ?? 0
    await deleteReleasedByCases(await jobContext(end - 1))
    expect(await videoRow(video.id)).toBeDefined()
    await pruneRemoved(await jobContext(end))
    await deleteReleasedByCases(await jobContext(end))
    expect(await videoRow(video.id)).toBeUndefined()
    expect(await identity()).toBeUndefined()
    const [after] = await db.select().from(removals).where(eq(removals.videoId, video.id))
    expect(after).toMatchObject({ videoTitle: 'Erased', statement: 'Looked at it.', filesDeletedAt: end })
  })

  it('goes after a year though nobody has decided, on record', async () => {
    const video = await makeVideo(person.id)
    await report(video.id, 'minor')
    await leave(person)
    await deleteAllDue()
    await deleteReleasedByCases(await jobContext(over + keptForCasesMs - 1))
    expect(await videoRow(video.id)).toBeDefined()
    await deleteReleasedByCases(await jobContext(over + keptForCasesMs))
    expect(await videoRow(video.id)).toBeUndefined()
    expect(await stillStored(keysOf(video))).toEqual([])
    expect(await identity()).toBeUndefined()
    const acts = (await auditOf('video', video.id)).map(({ action }) => action)
    expect(acts).toContain('video.delete-files')
  })

  it('hangs on a row that says nothing of whom it was, and the act is on record', async () => {
    const video = await makeVideo(person.id)
    await report(video.id, 'minor')
    await leave(person)
    await deleteAllDue()
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(JSON.stringify(row)).not.toContain(person.username)
    expect((await auditOf('user', person.id)).map(({ action }) => action)).toEqual(['user.delete'])
  })
})

describe('what an erased account reported', () => {
  it('stays as it was said, without who said it', async () => {
    const video = await makeVideo((await makeUser()).id)
    const client = await signInAt(person, start)
    await client.request('POST', `/api/videos/${video.id}/report`, {
      json: { reason: 'minor', details: 'She is a child.' },
    })
    await leave(person)
    await deleteAllDue()
    const [row] = await db.select().from(reports).where(eq(reports.videoId, video.id))
    expect(row).toMatchObject({ reporterId: null, email: null, details: 'She is a child.', status: 'open' })
    expect(row?.reporterKey).toBe(`deleted:${row?.id}`)
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
    await bossAt(over)
    expect((await decide(row?.id ?? 0, 'dismiss')).status).toBe(200)
  })
})

describe('reports of comments', () => {
  const reportComment = (id: number, client: TestClient, json: object) =>
    client.request('POST', `/api/comments/${id}/report`, { json: { reason: 'spam', ...json } })
  beforeEach(() => changeSettings({ commentsEnabled: true }))
  afterEach(() => changeSettings({ commentsEnabled: false }))

  it('stay without who made them, once that account is erased', async () => {
    const author = await makeUser()
    const { id } = await makeComment((await makeVideo(author.id)).id, author.id)
    expect((await reportComment(id, await signInAt(person, start), {})).status).toBe(204)
    await leave(person)
    await deleteAllDue()
    const [row] = await db.select().from(commentReports).where(eq(commentReports.commentId, id))
    expect(row).toMatchObject({ reporterId: null, reporterKey: `deleted:${row?.id}`, status: 'open' })
  })

  it('go with the account that wrote it, of which visitors hear who left an address', async () => {
    const { id } = await makeComment((await makeVideo((await makeUser()).id)).id, person.id)
    for (const json of [{ email: 'reporter@example.net' }, {}]) {
      const client = new TestClient()
      client.now = start
      expect((await reportComment(id, client, json)).status).toBe(204)
    }
    await leave(person)
    await deleteAllDue()
    expect(await db.select().from(commentReports).where(eq(commentReports.commentId, id))).toEqual([])
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.subject, 'Your report of a comment'))
    expect(mails.map(({ recipient }) => recipient)).toEqual(['reporter@example.net'])
  })
})
