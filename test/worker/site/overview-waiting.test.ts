import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Overview } from '#contract/schemas/site/overview'
import {
  claims,
  comments,
  deadLetters,
  mailOutbox,
  paymentAlerts,
  removalRequests,
  removals,
  reports,
} from '#db/schema'
import { randomId } from '#worker/storage/keys'
import { d1Cost, type TestClient } from '../../support/client'
import { emptySite } from '../../support/empty-site'
import { day, makeUser, makeVideo, signInAs, testDb } from '../../support/factories'

const db = testDb()
const path = '/api/admin/overview'
const iso = (at: number) => new Date(at).toISOString()

let admin: TestClient

beforeEach(async () => {
  await emptySite()
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

const get = () => admin.json<Overview>('GET', path)

describe('what waits', () => {
  it('is nothing on a new site', async () => {
    const { waiting, nextRemovalDue } = await get()
    const names = [
      'pending',
      'changed',
      'reports',
      'comments',
      'removals',
      'appeals',
      'claims',
      'paymentAlerts',
      'jobs',
      'mail',
    ]
    expect(waiting).toEqual(Object.fromEntries(names.map((name) => [name, { count: 0, since: null }])))
    expect(nextRemovalDue).toBeNull()
  })

  it('is counted by queue, with the age of the oldest, and without what is done', async () => {
    const { id: userId } = await makeUser()
    const pending = { review: 'pending', isPublic: true } as const
    await makeVideo(userId, { ...pending, waitingSince: 2000 })
    await makeVideo(userId, { ...pending, waitingSince: 1000 })
    await makeVideo(userId, { ...pending, waitingSince: 10, status: 'processing' })
    await makeVideo(userId, { ...pending, waitingSince: 20, hold: 'quarantine' })
    const { id: videoId } = await makeVideo(userId, { review: 'rejected' })

    const report = { videoId, videoTitle: 'A clip', ownerId: userId, reason: 'spam' } as const
    for (const [at, status] of [
      [3000, 'dismissed'],
      [4000, 'open'],
      [5000, 'open'],
    ] as const) {
      await db
        .insert(reports)
        .values({ ...report, code: randomId(), reporterKey: randomId(), createdAt: at, status })
    }
    const comment = { videoId, userId, body: 'Hello' }
    await db.insert(comments).values([
      { ...comment, createdAt: 4100, state: 'shown' },
      { ...comment, createdAt: 4200, state: 'held' },
      { ...comment, createdAt: 4300, state: 'shown', openReports: 1 },
    ])
    const words = {
      url: '/video/1',
      name: 'Ada',
      email: 'a@example.com',
      statement: 'Mine.',
      signature: 'Ada',
    }
    for (const [at, status] of [
      [6000, 'removed'],
      [7000, 'open'],
    ] as const) {
      const clock = { createdAt: at, dueAt: at + 2 * day, status }
      await db
        .insert(removalRequests)
        .values({ ...words, ...clock, token: randomId(), reason: 'other', relation: 'depicted' })
    }
    await db.insert(removals).values({
      videoId,
      videoTitle: 'A clip',
      ownerId: userId,
      reason: 'spam',
      statement: 'Spam.',
      removedAt: 1,
      preserveUntil: 2,
      appealText: 'No.',
      appealedAt: 8000,
      appealStatus: 'open',
    })
    const claim = {
      userId,
      method: 'upi',
      kind: 'reference',
      plan: 'monthly',
      termsVersion: 1,
      consentAt: 1,
    } as const
    for (const [at, status] of [
      [9000, 'submitted'],
      [9500, 'review'],
    ] as const) {
      await db.insert(claims).values({ ...claim, id: randomId(), ref: randomId(), createdAt: at, status })
    }
    await db.insert(paymentAlerts).values([
      { dedupeKey: randomId(), kind: 'test', text: 'One', at: 11_000 },
      { dedupeKey: randomId(), kind: 'test', text: 'Two', at: 10_000, resolvedAt: 12_000 },
    ])
    const letter = { queue: 'nocturne-jobs', body: '{}', attempts: 6 }
    await db.insert(deadLetters).values([
      { ...letter, id: randomId(), at: 13_000 },
      { ...letter, id: randomId(), at: 12_000, resolvedAt: 1 },
    ])
    const mail = { recipient: 'a@example.com', subject: 'Hi', body: '' }
    await db.insert(mailOutbox).values([
      { ...mail, dedupeKey: randomId(), createdAt: 14_000 },
      { ...mail, dedupeKey: randomId(), createdAt: 1, sentAt: 2 },
      { ...mail, dedupeKey: randomId(), createdAt: 2, nextAttemptAt: 3 },
    ])

    const { waiting, nextRemovalDue } = await get()
    expect(waiting).toEqual({
      pending: { count: 2, since: iso(1000) },
      changed: { count: 0, since: null },
      reports: { count: 2, since: iso(4000) },
      comments: { count: 2, since: iso(4200) },
      removals: { count: 1, since: iso(7000) },
      appeals: { count: 1, since: iso(8000) },
      claims: { count: 1, since: iso(9500) },
      paymentAlerts: { count: 1, since: iso(11_000) },
      jobs: { count: 1, since: iso(13_000) },
      mail: { count: 1, since: iso(14_000) },
    })
    expect(nextRemovalDue).toBe(iso(7000 + 2 * day))
  })
})

it('finds what can be reviewed behind any number of videos that cannot', async () => {
  const { id } = await makeUser()
  await makeVideo(id, { review: 'pending', waitingSince: 2000 })
  const { pending } = (await get()).waiting
  await env.DB.prepare(
    `insert into videos (user_id, title, title_folded, category_id, status, review, hold, waiting_since, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
     select ?, 'Clip', 'clip', 1, iif(i % 2, 'failed', 'ready'), 'pending', iif(i % 2, null, 'quarantine'), i, 0 from n`,
  )
    .bind(id)
    .run()
  const response = await admin.get(path)
  expect((await response.json<Overview>()).waiting.pending).toEqual(pending)
  expect([pending.count > 0, d1Cost(response).rowsRead <= 200]).toEqual([true, true])
})

it('counts no further than a hundred', async () => {
  await env.DB.prepare(
    `insert into dead_letters (id, queue, body, attempts, at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 150)
     select 'n' || i, 'q', '{}', 1, i from n`,
  ).run()
  const response = await admin.get(path)
  expect((await response.json<Overview>()).waiting.jobs).toEqual({ count: 100, since: iso(1) })
  expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(300)
})
