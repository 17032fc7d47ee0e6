import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { hour } from '#contract/values/shared/time'
import { auditLog, commentReports, dailyStats, removalRequests, removals, reports } from '#db/schema'
import type { TestClient } from '#test/support/client'
import { makeUser, signInAs, testDb } from '#test/support/factories'
import { randomId } from '#worker/storage/keys'

const db = testDb()
let admin: TestClient
let adminId: number

beforeEach(async () => {
  const made = await makeUser({ isAdmin: true })
  adminId = made.id
  admin = await signInAs(made)
})

const reportOf = (month: string, client = admin) => client.get(`/api/admin/acquirer-reports/${month}`)

/** Returns the rows of a month: its figures by name, and its complaints without their IDs. */
async function read(month: string) {
  const [figures = '', complaints = ''] = (await (await reportOf(month)).text()).split('\r\n\r\n')
  const rows = figures.split('\r\n').map(cellsOf)
  return {
    figures: Object.fromEntries(rows) as Record<string, string>,
    complaints: complaints
      .split('\r\n')
      .slice(1, -1)
      .map((line) => cellsOf(line).toSpliced(1, 1).join('|')),
  }
}

function cellsOf(line: string): string[] {
  return line.slice(1, -1).split('","')
}

const [may, june] = [Date.UTC(2031, 4, 1), Date.UTC(2031, 5, 1)]

function report(
  createdAt: number,
  decidedAt: number | null = null,
  status: 'upheld' | 'dismissed' = 'upheld',
) {
  return {
    code: randomId(),
    videoId: 7,
    videoTitle: 'A clip',
    ownerId: 1,
    reporterKey: randomId(),
    reporterId: 77,
    email: 'secret@example.com',
    reason: 'spam' as const,
    details: 'Secret words',
    status: decidedAt === null ? ('open' as const) : status,
    decidedAt,
    createdAt,
  }
}

it('has the figures of a month and each complaint as its end left it, and nothing of who complained', async () => {
  await db
    .insert(reports)
    .values([
      report(may - 1, may - 1),
      report(may - 2 * hour, may),
      report(may),
      report(may + hour, may + 3 * hour, 'dismissed'),
      { ...report(june - 1, june), reason: 'minor' },
      report(june),
    ])
  const request = {
    url: 'https://x',
    name: 'Ada',
    email: 'ada@x.com',
    statement: 's',
    signature: 'Ada',
    dueAt: may + 24 * hour,
  }
  await db.insert(removalRequests).values([
    {
      ...request,
      token: randomId(),
      reason: 'without_consent',
      relation: 'depicted',
      createdAt: may,
      status: 'removed',
      decidedAt: may + 30 * hour,
    },
  ])
  await db.insert(commentReports).values({
    commentId: 5,
    reporterKey: randomId(),
    ownerId: 1,
    body: 'Rude',
    reason: 'harassment',
    createdAt: may + 1,
    decidedAt: may + 1 + hour / 2,
    status: 'dismissed',
  })
  const removal = { videoId: 7, videoTitle: 'A clip', ownerId: 1, statement: 's', preserveUntil: june }
  await db.insert(removals).values([
    {
      ...removal,
      reason: 'spam',
      removedAt: may,
      restoredAt: june - 1,
      appealedAt: may + 1,
      appealStatus: 'upheld',
      appealDecidedAt: june - 1,
    },
    { ...removal, videoId: 8, reason: 'minor', removedAt: june - 1, appealedAt: june, appealStatus: 'open' },
    { ...removal, videoId: 9, reason: 'minor', removedAt: june - 1, copyOf: 2 },
    { ...removal, videoId: 10, reason: 'minor', removedAt: june },
  ])
  const act = { actorId: 1, subject: 'video', subjectId: '7', requestId: 'r' }
  await db.insert(auditLog).values([
    { ...act, action: 'video.approve', at: may },
    { ...act, action: 'video.approve', at: june - 1 },
    { ...act, action: 'video.reject', at: may },
    { ...act, action: 'video.approve', at: june },
    { ...act, action: 'video.remove', at: may },
  ])
  await db.insert(dailyStats).values([
    { day: may / (24 * hour), name: 'uploads', value: 4 },
    { day: june / (24 * hour), name: 'uploads', value: 9 },
  ])
  const response = await reportOf('2031-05')
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="acquirer-report-2031-05.csv"',
  ])
  const text = await response.text()
  for (const secret of ['secret', 'Secret', 'Ada', 'ada@', 'Rude', 'A clip', '"77"'])
    expect(text).not.toContain(secret)

  const { figures, complaints } = await read('2031-05')
  expect(figures).toMatchObject({
    'Month (UTC)': '2031-05',
    'Videos uploaded': '4',
    'Approvals by reviewers': '2',
    'Rejections by reviewers': '1',
    'Complaints received': '5',
    'Report of a video: Spam or misleading': '2',
    'Report of a video: Involves a minor': '1',
    'Removal request: Without consent': '1',
    // 0.5, 2, 2 and 30 hours.
    'Complaints decided': '4',
    'Median hours to decide': '2',
    'Longest hours to decide': '30',
    'Complaints decided after their deadline': '1',
    "Complaints open at the month's end": '2',
    "Complaints open past their deadline at the month's end": '1',
    'Videos removed': '3',
    'Removed: Spam or misleading': '1',
    'Removed: Involves a minor': '1',
    'Removed as identical copies': '1',
    'Appeals received': '1',
    'Appeals granted': '1',
    'Appeals rejected': '0',
    'Videos restored': '1',
  })
  expect(complaints).toEqual([
    'Report of a video|7||Spam or misleading|2031-05-01 00:00:00|2031-05-12 00:00:00|||Yes|Open',
    'Report of a video|7||Spam or misleading|2031-05-01 01:00:00|2031-05-12 01:00:00|2031-05-01 03:00:00|2|No|Dismissed',
    'Report of a video|7||Involves a minor|2031-05-31 23:59:59|2031-06-11 00:00:00|||No|Open',
    'Report of a video|7||Spam or misleading|2031-04-30 22:00:00|2031-05-09 22:00:00|2031-05-01 00:00:00|2|No|Upheld, removed',
    'Removal request|||Without consent|2031-05-01 00:00:00|2031-05-02 00:00:00|2031-05-02 06:00:00|30|Yes|Granted, removed',
    'Report of a comment||5|Harassment or threats|2031-05-01 00:00:00|2031-05-12 00:00:00|2031-05-01 00:30:00|0.5|No|Dismissed',
  ])
  // An open complaint moves to the next month, and is always the same in it.
  const next = await read('2031-06')
  expect(next.complaints.filter((line) => line.includes('2031-05'))).toEqual([
    'Report of a video|7||Involves a minor|2031-05-31 23:59:59|2031-06-11 00:00:00|2031-06-01 00:00:00|0|No|Upheld, removed',
    'Report of a video|7||Spam or misleading|2031-05-01 00:00:00|2031-05-12 00:00:00|||Yes|Open',
  ])
  const [logged] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'acquirer.export'), eq(auditLog.actorId, adminId)))
  expect(logged).toMatchObject({ subject: 'acquirer-report', subjectId: '2031-05' })
})

it('goes through more pages than one, each complaint once, also where many came at the same moment', async () => {
  const at = Date.UTC(2033, 0, 1)
  const rows = Array.from({ length: 501 }, (_, index) => report(at + (index % 3), null))
  for (let from = 0; from < rows.length; from += 7)
    await db.insert(reports).values(rows.slice(from, from + 7))
  for (const month of ['2033-01', '2033-02']) {
    const text = await (await reportOf(month)).text()
    const ids = text.split('\r\n').flatMap((line) => /^"Report of a video","(\d+)",/.exec(line)?.[1] ?? [])
    expect([ids.length >= 501, new Set(ids).size]).toEqual([true, ids.length])
  }
})

it('is for administrators with a recent password, and for months', async () => {
  expect((await reportOf('2031-13')).status).toBe(400)
  expect((await reportOf('2031-05', await signInAs(await makeUser({ staff: 'moderator' })))).status).toBe(403)
  admin.now = Date.now() + hour
  expect((await reportOf('2031-05')).status).toBe(403)
})
