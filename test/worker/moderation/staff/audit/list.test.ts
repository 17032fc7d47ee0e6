import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/schemas/site/operations'
import { auditLog } from '#db/schema'
import { d1Cost, problemOf, type TestClient } from '#test/support/client'
import { csvLine } from '#test/support/csv'
import { emptySite } from '#test/support/empty-site'
import { makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'

let administrator: { id: number; username: string }
let other: { id: number; username: string }
let client: TestClient
const total = 300

/** Inserts entries by two accounts and the system, with three actions, about five videos and an account. */
beforeEach(async () => {
  await emptySite()
  administrator = await makeUser({ isAdmin: true })
  other = await makeUser({ isAdmin: true })
  await env.DB.prepare(
    `insert into audit_log (at, actor_id, action, subject, subject_id, reason, details, request_id)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     select i * 864000, case i % 3 when 0 then ?2 when 1 then ?3 end,
       case when i % 4 = 0 then 'user.ban' when i % 2 then 'video.approve' else 'video.reject' end,
       iif(i % 4 = 0, 'user', 'video'), iif(i % 4 = 0, '7', cast(i % 5 as text)),
       iif(i % 4 = 0, 'Spam.', null), iif(i % 2, null, '{"before":{"n":1},"after":{"n":' || i || '}}'), 'r' || i from n`,
  )
    .bind(total, administrator.id, other.id)
    .run()
  client = await signInAs(administrator)
})

async function pageThrough(query: string) {
  const pages: { entries: AuditEntry[]; rowsRead: number }[] = []
  let path: string | undefined = `/api/admin/audit?${query}`
  while (path !== undefined) {
    const response: Response = await client.get(path)
    expect([path, response.status]).toEqual([path, 200])
    pages.push({ entries: await response.json<AuditEntry[]>(), rowsRead: d1Cost(response).rowsRead })
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    expect(pages.length).toBeLessThan(200)
  }
  return pages
}

const requestsOf = (pages: { entries: AuditEntry[] }[]) =>
  pages.flatMap(({ entries }) => entries.map(({ requestId }) => requestId))

const expected = (which: (i: number) => boolean) =>
  Array.from({ length: total }, (_, index) => total - index)
    .filter(which)
    .map((i) => `r${i}`)

const withAccount = (filter: string) =>
  filter.replace('OTHER', String(other.id)).replace('NAME', other.username.toUpperCase())

describe('the audit log', () => {
  it('names owners, where it keeps their IDs', async () => {
    const acts = [
      ['video.delete', { before: { title: 'Gone', owner: other.id }, after: null }],
      ['video.import', { before: null, after: { owner: 999_999_999 } }],
      ['list.close', { name: 'Loved', owner: other.id, before: { link: 'open' }, after: { link: 'closed' } }],
    ] as const
    for (const [action, details] of acts) {
      const row = { at: total * 864_001, actorId: administrator.id, action, subject: 'video', subjectId: '1' }
      await testDb()
        .insert(auditLog)
        .values({ ...row, details: JSON.stringify(details), requestId: action })
    }
    const named = [
      { name: 'Loved', owner: other.username, before: { link: 'open' }, after: { link: 'closed' } },
      { before: null, after: { owner: 'A deleted account' } },
      { before: { title: 'Gone', owner: other.username }, after: null },
    ]
    // With a filter that no index covers, names are looked up for matching entries alone.
    for (const filter of ['', `&actor=${administrator.username}&subject=video&subjectId=1`]) {
      const entries = await client.json<AuditEntry[]>('GET', `/api/admin/audit?limit=3${filter}`)
      expect(entries.map(({ details }) => details)).toEqual(named)
    }
  })

  it('says who did what to what, when and why, and what changed', async () => {
    const entries = await client.json<AuditEntry[]>('GET', '/api/admin/audit?limit=2')
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: new Date(total * 864_000).toISOString(),
        actor: administrator,
        action: 'user.ban',
        subject: 'user',
        subjectId: '7',
        subjectName: null,
        reason: 'Spam.',
        details: { before: { n: 1 }, after: { n: total } },
        requestId: `r${total}`,
      },
      expect.objectContaining({ actor: null, reason: null, details: null, requestId: `r${total - 1}` }),
    ])
  })

  const filters: [string, string, (i: number) => boolean][] = [
    ['everything', '', () => true],
    ['an account', 'actorId=OTHER', (i) => i % 3 === 1],
    ['an action', 'action=user.ban', (i) => i % 4 === 0],
    ['a kind of thing', 'subject=video', (i) => i % 4 !== 0],
    ['a thing', 'subject=video&subjectId=3', (i) => i % 4 !== 0 && i % 5 === 3],
    ['a thing of any kind', 'subjectId=7', (i) => i % 4 === 0],
    ['an account by its name', 'actor=NAME', (i) => i % 3 === 1],
    ['an account and an action', 'actorId=OTHER&action=user.ban', (i) => i % 3 === 1 && i % 4 === 0],
    [
      'all of it',
      'actorId=OTHER&action=video.approve&subject=video&subjectId=1',
      (i) => i % 3 === 1 && i % 2 === 1 && i % 5 === 1,
    ],
    ['a period', 'from=1970-01-02&to=1970-01-02', (i) => i >= 100 && i < 200],
    ['an action from a day on', 'action=user.ban&from=1970-01-03', (i) => i % 4 === 0 && i >= 200],
    ['an account up to a day', 'actor=NAME&to=1970-01-01', (i) => i % 3 === 1 && i < 100],
    ['what there is nothing of', 'action=user.promote', () => false],
    ['an account that is none', 'actor=nobody-at-all', () => false],
  ]

  it.each(filters)('can be of %s, newest first, each entry once', async (_, filter, which) => {
    const query = withAccount(filter)
    for (const limit of [7, 50])
      expect(requestsOf(await pageThrough(`${query}&limit=${limit}`))).toEqual(expected(which))
  })

  it.each(filters.slice(0, 5))(
    'reads at most five rows an entry, of %s, on every page',
    async (_, filter) => {
      const pages = await pageThrough(`${withAccount(filter)}&limit=4`)
      expect(pages.length).toBeGreaterThan(8)
      // Two rows are the session and its account.
      for (const { entries, rowsRead } of pages) expect(rowsRead - 2).toBeLessThanOrEqual(5 * entries.length)
    },
  )

  it.each(filters.slice(6, 9))('looks through no more than its share, of %s', async (_, filter) => {
    const pages = await pageThrough(`${withAccount(filter)}&limit=4`)
    // One more row marks the end of the previous page.
    for (const { rowsRead } of pages) expect(rowsRead - 3).toBeLessThanOrEqual(5 * 4)
  })

  it('refuses filters that are none', async () => {
    for (const query of [
      'actorId=x',
      'from=yesterday',
      'actorId=0',
      'cursor=nonsense',
      'kind=video',
      'limit=51',
    ])
      expect([query, (await problemOf(await client.get(`/api/admin/audit?${query}`))).code]).toEqual([
        query,
        'invalid_input',
      ])
  })

  it('names what it is about as it is called now', async () => {
    const owner = await makeUser()
    const video = await makeVideo(owner.id, { title: 'Night ferry' })
    const requestId = 'named'
    const row = {
      action: 'video.update',
      subject: 'video',
      at: total * 864_000,
      requestId,
      actorId: other.id,
    }
    await testDb()
      .insert(auditLog)
      .values([
        {
          ...row,
          subjectId: String(video.id),
          details: '{"before":{"isPublic":true},"after":{"isPublic":false}}',
        },
        { ...row, action: 'user.unban', subject: 'user', subjectId: String(owner.id) },
      ])
    const [second, first] = await client.json<AuditEntry[]>('GET', '/api/admin/audit?limit=2')
    expect([first?.subjectName, second?.subjectName]).toEqual(['Night ferry', owner.username])
    const response = await client.get('/api/admin/audit/csv?from=1970-01-04')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-log-\d{4}-.*\.csv"$/,
    )
    const lines = (await response.text()).trimEnd().split('\r\n')
    // The newest entries are about the export itself.
    expect(lines.slice(2, 5).map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
      csvLine('1970-01-04 00:00:00', `${other.username} unbanned ${owner.username}`),
      csvLine('1970-01-04 00:00:00', `${other.username} made “Night ferry” private`),
      csvLine('1970-01-04 00:00:00', `${administrator.username} banned account 7`),
    ])
    expect(lines).toHaveLength(5)
    const [logged] = await client.json<AuditEntry[]>('GET', '/api/admin/audit?action=audit.export')
    expect(logged?.details).toEqual({ filter: { from: '1970-01-04' } })
  })

  it('is exported whole, by administrators who typed their password lately', async () => {
    const lines = (
      await (await client.get('/api/admin/audit/csv?actor=NAME'.replace('NAME', other.username))).text()
    )
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(1 + total / 3)
    client.now = Date.now() + 3600_000
    const refused = await client.get('/api/admin/audit/csv')
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'password_required'])
  })
})
