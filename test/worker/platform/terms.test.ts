import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UploadKind } from '#contract/values/uploads/upload'
import { createDb, zeroCounts } from '#db/client'
import { deleteOldAudits } from '#db/queries/shared/audit'
import {
  auditLog,
  deadLetters,
  mailOutbox,
  refusedTerms,
  removalRequests,
  reports,
  storageScans,
  uploads,
  videos,
} from '#db/schema'
import { keptMs, pruneExpired } from '#worker/jobs/prune'
import { auditKeptMs, pruneAudit } from '#worker/services/shared/audit/index'
import { pruneUsedUploads, usedUploadsKeptMs } from '#worker/services/uploads/transfer/prune-used'
import { jobContext } from '../../support/context'
import { emptySite } from '../../support/empty-site'
import { day, makeUser, makeVideo, testDb } from '../../support/factories'
import { atTurnsOf } from '../../support/slices'

// Rows that are pruned at the end of their term, and rows that stay.

const db = testDb()
const now = Date.UTC(2030, 5, 1)

beforeEach(emptySite)

async function openReport(videoId: number) {
  const about = { videoTitle: '', ownerId: 1, reason: 'other', createdAt: 0 } as const
  const [row] = await db
    .insert(reports)
    .values({ ...about, code: 'c', videoId, reporterKey: 'k' })
    .returning()
  return row
}

async function openRequest(videoId: number) {
  const [row] = await db
    .insert(removalRequests)
    .values({
      token: 't',
      url: '',
      videoId,
      name: '',
      email: '',
      statement: '',
      signature: '',
      createdAt: 0,
      dueAt: 0,
      reason: 'without_consent',
      relation: 'depicted',
    })
    .returning()
  return row
}

describe('the audit log', () => {
  const old = now - auditKeptMs - day

  async function write(subject: string, subjectId: string | number, at = old): Promise<void> {
    await db
      .insert(auditLog)
      .values({ at, action: 'test', subject, subjectId: String(subjectId), requestId: '' })
  }

  async function left(): Promise<string[]> {
    await pruneAudit(await jobContext(now))
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    return rows.map(({ subject, subjectId }) => `${subject} ${subjectId}`)
  }

  it('loses what is three years older than its last entry', async () => {
    await write('user', 1)
    await write('user', 2, now - auditKeptMs + day)
    expect(await left()).toEqual(['user 1', 'user 2'])
    await write('user', 3, now)
    expect(await left()).toEqual(['user 2', 'user 3'])
  })

  it('keeps what is about money, and what a gift code needs when it is redeemed', async () => {
    const kept = ['payment', 'payment-alert', 'claim', 'gift-codes']
    for (const subject of [...kept, 'settings']) await write(subject, 'x')
    await write('user', 1, now)
    expect(await left()).toEqual([...kept.map((subject) => `${subject} x`), 'user 1'])
  })

  it('reads nothing of what stays for good', async () => {
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
        insert into audit_log (at, action, subject, subject_id, request_id)
        select ?1 + i, 'test', 'payment', i, '' from n`,
    )
      .bind(old - day, 3000)
      .run()
    await write('user', 1)
    await write('user', 2)
    await write('user', 3, now)
    const counts = zeroCounts()
    const { meta } = await deleteOldAudits(createDb(env.DB, counts), auditKeptMs, 500)
    expect(counts.rowsRead).toBeLessThan(30)
    expect(meta.changes).toBe(2)
  })

  it('keeps what the file of an open case has, until the case is decided', async () => {
    const owner = await makeUser()
    const [free, reported, asked, kept] = await Promise.all([1, 2, 3, 4].map(() => makeVideo(owner.id)))
    if (!free || !reported || !asked || !kept) throw new Error('Four videos were made')
    const [report, request] = [await openReport(reported.id), await openRequest(asked.id)]
    await db.update(videos).set({ hold: 'removed' }).where(eq(videos.id, kept.id))
    for (const { id } of [free, reported, asked, kept]) await write('video', id)
    await write('report', report?.id ?? 0)
    await write('removal-request', request?.id ?? 0)
    await write('user', 1, now)
    const [ofReport, ofRequest] = [`report ${report?.id}`, `removal-request ${request?.id}`]
    expect(await left()).toEqual([
      `video ${reported.id}`,
      `video ${asked.id}`,
      `video ${kept.id}`,
      ofReport,
      ofRequest,
      'user 1',
    ])
    await db.update(reports).set({ status: 'dismissed' })
    expect(await left()).toEqual([`video ${asked.id}`, `video ${kept.id}`, ofRequest, 'user 1'])
  })

  it('lets nobody delete what has to stay', async () => {
    await write('user', 'young', now - day)
    await write('payment', 'old')
    await write('user', 'last', now)
    for (const subjectId of ['young', 'old', 'last'])
      await expect(db.delete(auditLog).where(eq(auditLog.subjectId, subjectId))).rejects.toMatchObject({
        cause: expect.objectContaining({
          message: expect.stringContaining('the audit log keeps this entry'),
        }),
      })
    expect(await db.select().from(auditLog)).toHaveLength(3)
  })
})

describe('what is over', () => {
  it('loses emails that were sent or given up, and none that waits', async () => {
    const mail = { recipient: 'a@example.com', subject: '', body: '' }
    const ages = { old: keptMs.mails + day, young: keptMs.mails - day }
    for (const [age, ms] of Object.entries(ages)) {
      const createdAt = now - ms
      await db.insert(mailOutbox).values([
        { ...mail, dedupeKey: `sent ${age}`, sentAt: createdAt, createdAt },
        { ...mail, dedupeKey: `failed ${age}`, createdAt },
        { ...mail, dedupeKey: `waiting ${age}`, nextAttemptAt: now + day, createdAt },
      ])
    }
    await pruneExpired(await jobContext(now))
    const rows = await db.select().from(mailOutbox).orderBy(mailOutbox.id)
    expect(rows.map(({ dedupeKey }) => dedupeKey)).toEqual([
      'waiting old',
      'sent young',
      'failed young',
      'waiting young',
    ])
  })

  it('loses failed jobs a while after they were resolved', async () => {
    const old = now - keptMs.jobs - day
    const job = { queue: 'q', attempts: 1, at: old }
    await db.insert(deadLetters).values([
      { ...job, id: 'old', body: '1', resolvedAt: old },
      { ...job, id: 'resolved lately', body: '2', resolvedAt: now - day },
      { ...job, id: 'open', body: '3' },
    ])
    await pruneExpired(await jobContext(now))
    expect((await db.select().from(deadLetters)).map(({ id }) => id).sort()).toEqual([
      'open',
      'resolved lately',
    ])
  })

  it('loses all but the last storage scans', async () => {
    for (let scan = 0; scan < 25; scan += 1)
      await db.insert(storageScans).values({ startedAt: scan, finishedAt: scan })
    await pruneExpired(await jobContext(now))
    const scans = await db.select().from(storageScans)
    expect([scans.length, scans[0]?.startedAt, scans.at(-1)?.startedAt]).toEqual([20, 5, 24])
  })

  it('loses terms that were not refused for a year', async () => {
    const term = { place: 'title', count: 3 } as const
    await db.insert(refusedTerms).values([
      { ...term, term: 'old', lastAt: now - keptMs.refusals - day },
      { ...term, term: 'new', lastAt: now - keptMs.refusals + day },
    ])
    await pruneExpired(await jobContext(now))
    expect((await db.select().from(refusedTerms)).map(({ term }) => term)).toEqual(['new'])
  })

  describe('of uploads', () => {
    const old = now - usedUploadsKeptMs - day

    function used(
      userId: number,
      videoId: number,
      kind: UploadKind,
      touchedAt = old,
    ): typeof uploads.$inferInsert {
      const id = `${kind} of ${videoId}`
      return {
        id,
        userId,
        videoId,
        kind,
        status: 'used',
        fingerprint: id,
        createdAt: old,
        touchedAt,
        objectKey: 'k',
        r2UploadId: '',
        size: 1,
        contentType: '',
        fileName: '',
        partSize: 1,
      }
    }

    async function left(videoIds: number[]): Promise<string[]> {
      await atTurnsOf(videoIds, now, pruneUsedUploads)
      return (await db.select().from(uploads).orderBy(uploads.id)).map(({ id }) => id)
    }

    it('loses used ones, but for the files that videos were published with', async () => {
      const { id: userId } = await makeUser()
      const { id } = await makeVideo(userId)
      await db.delete(uploads)
      await db
        .insert(uploads)
        .values([
          used(userId, id, 'rendition'),
          used(userId, id, 'video'),
          used(userId, id, 'image', now - day),
        ])
      expect(await left([id])).toEqual([`image of ${id}`, `video of ${id}`])
    })

    it('keeps those of a video that a case keeps', async () => {
      const { id: userId } = await makeUser()
      const ids: number[] = []
      for (let made = 0; made < 5; made += 1) ids.push((await makeVideo(userId)).id)
      const [free = 0, reported = 0, asked = 0, quarantined = 0, removed = 0] = ids
      await db.delete(uploads)
      for (const id of ids) await db.insert(uploads).values(used(userId, id, 'rendition'))
      await openReport(reported)
      await openRequest(asked)
      await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, quarantined))
      await db.update(videos).set({ hold: 'removed' }).where(eq(videos.id, removed))
      const kept = [asked, quarantined, removed].map((id) => `rendition of ${id}`)
      expect(await left(ids)).toEqual([`rendition of ${reported}`, ...kept].sort())
      await db.update(reports).set({ status: 'dismissed' })
      expect(await left([free, reported])).toEqual(kept.sort())
    })
  })
})
