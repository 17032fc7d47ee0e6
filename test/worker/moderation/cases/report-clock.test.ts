import { like, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { AdminReport, ReportReceipt } from '#contract/schemas/moderation/safety'
import { reportDueAt } from '#contract/values/moderation/report-clock'
import { day, hour } from '#contract/values/shared/time'
import { reportDue } from '#db/queries/moderation/report-clock'
import { commentReports, mailOutbox, reports } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { queuedTasks } from '#worker/jobs/tasks'
import { randomId } from '#worker/storage/keys'

const db = testDb()
/** A Wednesday. */
const now = Date.UTC(2031, 4, 14, 10)

beforeEach(async () => {
  for (const table of [reports, commentReports, mailOutbox]) await db.delete(table)
})

async function report(createdAt: number, decidedAt: number | null = null) {
  const about = { code: randomId(), videoId: 7, videoTitle: 'A clip', ownerId: 1, reporterKey: randomId() }
  const status = decidedAt === null ? ('open' as const) : ('dismissed' as const)
  await db.insert(reports).values({ ...about, reason: 'spam', status, decidedAt, createdAt })
}

async function remind(at: number) {
  await queuedTasks['report-clock'].run({ ...(await jobContext()), now: at })
  const mails = await db.select().from(mailOutbox).where(like(mailOutbox.dedupeKey, 'report-clock:%'))
  return [...new Set(mails.map(({ subject }) => subject))]
}

it('is the same in SQL, on each day and time', async () => {
  const times = Array.from({ length: 200 }, (_, at) => Date.UTC(2031, 4, 1) + at * 5 * hour + at)
  for (const time of times) await report(time)
  const rows = await db
    .select({ createdAt: reports.createdAt, due: sql<number>`${reportDue}`.as('due') })
    .from(reports)
  expect(rows).toHaveLength(200)
  for (const { createdAt, due } of rows) expect([createdAt, due]).toEqual([createdAt, reportDueAt(createdAt)])
})

it('reminds administrators of what is nearly due or late, once a day, and not of what is decided', async () => {
  // Due in nine calendar days.
  await report(now - 9 * day + day)
  await report(now - 9 * day + 3 * day)
  await report(now - 30 * day, now - 29 * day)
  expect(await remind(now)).toEqual(['1 report is due soon'])
  await db.insert(commentReports).values({
    commentId: 5,
    reporterKey: 'x',
    ownerId: 1,
    body: 'Rude',
    reason: 'spam',
    createdAt: now - 30 * day,
  })
  const before = (await db.select().from(mailOutbox)).length
  expect(await remind(now + hour)).toEqual(['1 report is due soon'])
  expect((await db.select().from(mailOutbox)).length).toBe(before)
  expect(await remind(now + day + hour)).toEqual(['1 report is due soon', 'Urgent: 2 reports are overdue'])
  const mails = await db.select().from(mailOutbox)
  expect(mails.at(-1)?.body).toContain('(Monday to Friday, UTC; public holidays count)')
})

it('reminds nobody on a weekend, or where nothing is due', async () => {
  expect(await remind(now)).toEqual([])
  await report(now - 30 * day)
  expect(await remind(now + 3 * day)).toEqual([])
  expect(await remind(now + 5 * day)).toEqual(['Urgent: 1 report is overdue'])
})

it('is on the receipt and in the queue', async () => {
  const { id } = await makeVideo((await makeUser()).id)
  const visitor = new TestClient()
  visitor.now = now
  const receipt = await visitor.json<ReportReceipt>('POST', `/api/videos/${id}/report`, { reason: 'spam' })
  const dueAt = new Date(reportDueAt(now)).toISOString()
  expect(receipt.dueAt).toBe(dueAt)
  const moderator = await signInAs(await makeUser({ staff: 'moderator' }))
  expect(await moderator.json<AdminReport[]>('GET', '/api/admin/reports')).toMatchObject([{ dueAt }])
})
