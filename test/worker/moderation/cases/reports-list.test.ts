import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import type { AdminReport } from '#contract/schemas/moderation/safety'
import { d1Cost, type TestClient } from '#test/support/client'
import { emptySite } from '#test/support/empty-site'
import { makeUser, makeVideo, signInAs } from '#test/support/factories'

const limit = 20
const perKind = 230
let admin: TestClient
let videoId: number

beforeEach(async () => {
  await emptySite()
  const user = await makeUser({ isAdmin: true })
  admin = await signInAs(user)
  const first = await addAccounts(2 * perKind)
  const film = (await makeVideo(first)).id
  videoId = film
  await addVideos(first, perKind)
  // Each is about another account's video, and by another account, so that no page can share rows between
  // reports.
  for (const status of ['open', 'upheld']) {
    await env.DB.prepare(
      `insert into reports (code, video_id, video_title, owner_id, reporter_id, reporter_key, reason, status,
         decided_by, decided_at, decision_note, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
       select ?2 || i, ?3 + i, 'A film', ?4 + i, ?4 + ?1 + i, 'user:' || (?4 + ?1 + i),
         iif(i % 3 = 0, 'copyright', 'spam'), ?2, iif(?2 = 'open', null, ?5), iif(?2 = 'open', null, 1), 'Said so.', 1
       from n`,
    )
      .bind(perKind, status, film, first - 1, user.id)
      .run()
  }
})

/** Inserts accounts with consecutive IDs. Returns the first ID. */
async function addAccounts(count: number): Promise<number> {
  await env.DB.prepare(
    `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     select 'filled' || i, 'filled' || i, 'filled' || i, 'f' || i || '@example.com', 'f' || i || '@example.com', 'x', 0
     from n`,
  )
    .bind(count)
    .run()
  const row = await env.DB.prepare(`select id from users where username = 'filled1'`).first<{ id: number }>()
  return row?.id ?? 0
}

async function addVideos(first: number, count: number): Promise<void> {
  await env.DB.prepare(
    `insert into videos (user_id, title, title_folded, category_id, status, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     select ? + i - 1, 'Clip ' || i, 'clip ' || i, 1, 'ready', 0 from n`,
  )
    .bind(count, first)
    .run()
}

async function pages(query: string, count: number) {
  const found: { reports: AdminReport[]; rowsRead: number }[] = []
  let path: string | undefined = `/api/admin/reports?limit=${limit}&${query}`
  while (path && found.length < count) {
    const response: Response = await admin.get(path)
    found.push({ reports: await response.json<AdminReport[]>(), rowsRead: d1Cost(response).rowsRead })
    path = /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return found
}

it.each([
  ['status=open', 10],
  ['status=decided', 10],
  ['status=open&reason=spam', 7],
  ['status=decided&reason=copyright', 3],
])(
  'a page of ?%s reads at most five rows for each that it shows, the first %i of them',
  async (query, count) => {
    await admin.get('/api/settings')
    const found = await pages(query, count)
    expect(found.map(({ reports }) => reports.length)).toEqual(Array.from({ length: count }, () => limit))
    for (const { rowsRead } of found) expect(rowsRead).toBeLessThanOrEqual(5 * limit)
  },
)

it('shows what waits oldest first and what is decided newest first, each once', async () => {
  const numbers = async (query: string) =>
    (await pages(query, 20)).flatMap(({ reports }) => reports.map(({ id }) => id))
  const open = await numbers('status=open')
  expect(open).toEqual([...new Set(open)].sort((a, b) => a - b))
  const decided = await numbers('status=decided')
  expect(decided).toEqual([...new Set(decided)].sort((a, b) => b - a))
  expect([open.length, decided.length]).toEqual([perKind, perKind])
})

it('says what stands beside a report, and counts the open ones of its video', async () => {
  const [report] = await admin.json<AdminReport[]>('GET', `/api/admin/reports?videoId=${videoId + 1}`)
  expect(report).toMatchObject({
    code: 'open1',
    openOfVideo: 1,
    reason: 'spam',
    status: 'open',
    decision: null,
    decidedBy: null,
    uploader: { username: 'filled1' },
    reporter: { username: `filled${perKind + 1}` },
    bySystem: false,
    video: { id: videoId + 1, title: 'Clip 1', hold: null },
  })
  expect(await admin.json('GET', `/api/admin/reports?videoId=${videoId + 1}&status=decided`)).toMatchObject([
    { code: 'upheld1', status: 'upheld', decision: { note: 'Said so.' } },
  ])
})

it('tells what the site found by itself from what somebody without an account reported', async () => {
  const film = (await makeVideo((await makeUser()).id)).id
  for (const key of ['system', 'visitor'])
    await env.DB.prepare(
      `insert into reports (code, video_id, video_title, owner_id, reporter_key, reason, status, created_at)
       values ('by-' || ?1, ?2, 'A film', 1, ?1, 'other', 'open', 1)`,
    )
      .bind(key, film)
      .run()
  expect(await admin.json('GET', `/api/admin/reports?videoId=${film}`)).toMatchObject([
    { code: 'by-visitor', reporter: null, bySystem: false },
    { code: 'by-system', reporter: null, bySystem: true },
  ])
})

it('looks through four reports of one video for each that it may show, and goes on from there', async () => {
  const film = (await makeVideo((await makeUser()).id)).id
  await env.DB.prepare(
    `insert into reports (code, video_id, video_title, owner_id, reporter_key, reason, status, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
     select 'film' || i, ?, 'A film', 1, 'visitor' || i, 'spam', iif(i % 100 = 1, 'open', 'dismissed'), 1 from n`,
  )
    .bind(film)
    .run()
  const found = await pages(`videoId=${film}&status=open`, 20)
  expect(found.flatMap(({ reports }) => reports.map(({ code }) => code))).toEqual(['film101', 'film1'])
  for (const { rowsRead } of found) expect(rowsRead).toBeLessThanOrEqual(5 * limit)
})
