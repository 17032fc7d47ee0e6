import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../../contract/schemas/site/operations'
import { d1Cost, problemOf, type TestClient } from '../../../support/client'
import { makeUser, signInAs } from '../../../support/factories'

let administrator: { id: number; username: string }
let other: { id: number; username: string }
let client: TestClient
const total = 300

/** Inserts entries by two accounts and the system, with three actions, about five videos and an account. */
beforeAll(async () => {
  administrator = await makeUser({ isAdmin: true })
  other = await makeUser({ isAdmin: true })
  await env.DB.prepare(
    `insert into audit_log (at, actor_id, action, subject, subject_id, reason, details, request_id)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     select i * 1000, case i % 3 when 0 then ?2 when 1 then ?3 end,
       case when i % 4 = 0 then 'user.ban' when i % 2 then 'video.approve' else 'video.reject' end,
       iif(i % 4 = 0, 'user', 'video'), iif(i % 4 = 0, '7', cast(i % 5 as text)),
       iif(i % 4 = 0, 'Spam.', null), iif(i % 2, null, '{"before":{"n":1},"after":{"n":' || i || '}}'), 'r' || i from n`,
  )
    .bind(total, administrator.id, other.id)
    .run()
})

beforeEach(async () => {
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

describe('the audit log', () => {
  it('says who did what to what, when and why, and what changed', async () => {
    const entries = await client.json<AuditEntry[]>('GET', '/api/admin/audit?limit=2')
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: new Date(total * 1000).toISOString(),
        actor: administrator,
        action: 'user.ban',
        subject: 'user',
        subjectId: '7',
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
    ['an account and an action', 'actorId=OTHER&action=user.ban', (i) => i % 3 === 1 && i % 4 === 0],
    [
      'all of it',
      'actorId=OTHER&action=video.approve&subject=video&subjectId=1',
      (i) => i % 3 === 1 && i % 2 === 1 && i % 5 === 1,
    ],
    ['what there is nothing of', 'action=user.promote', () => false],
  ]

  it.each(filters)('can be of %s, newest first, each entry once', async (_, filter, which) => {
    const query = filter.replace('OTHER', String(other.id))
    for (const limit of [7, 50])
      expect(requestsOf(await pageThrough(`${query}&limit=${limit}`))).toEqual(expected(which))
  })

  it.each(filters.slice(0, 5))(
    'reads at most five rows an entry, of %s, on every page',
    async (_, filter) => {
      const pages = await pageThrough(`${filter.replace('OTHER', String(other.id))}&limit=4`)
      expect(pages.length).toBeGreaterThan(8)
      // Two are the session and its account.
      for (const { entries, rowsRead } of pages) expect(rowsRead - 2).toBeLessThanOrEqual(5 * entries.length)
    },
  )

  it.each(filters.slice(5, 8))('looks through no more than its share, of %s', async (_, filter) => {
    const pages = await pageThrough(`${filter.replace('OTHER', String(other.id))}&limit=4`)
    // One more finds the end of the previous page.
    for (const { rowsRead } of pages) expect(rowsRead - 3).toBeLessThanOrEqual(5 * 4)
  })

  it('refuses filters that are none', async () => {
    for (const query of ['actorId=x', 'actorId=0', 'cursor=nonsense', 'kind=video', 'limit=51'])
      expect([query, (await problemOf(await client.get(`/api/admin/audit?${query}`))).code]).toEqual([
        query,
        'invalid_input',
      ])
  })
})
