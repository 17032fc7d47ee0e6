import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { d1Cost, problemOf, type TestClient } from '#test/support/client'
import { fillVideos, makeUser, signInAs } from '#test/support/factories'
import { neverExisted } from '#test/support/matrix/matrix'

const rows = 600
const limit = 20
const firstUser = 1_000_000
let admin: TestClient
let owner: TestClient

/**
 * Inserts cases with one video and one owner each. Pending ones are newer than all decided ones, so that
 * reading by ID would pass the latter first; four of each expire at the same time.
 */
beforeAll(async () => {
  const user = await makeUser()
  admin = await signInAs(await makeUser({ isAdmin: true }))
  owner = await signInAs(user)
  await fillVideos(user.id, rows)
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})`
  const isOpen = `i > ${rows / 2}`
  await env.DB.batch([
    env.DB.prepare(
      `insert into users (id, username, username_canonical, username_skeleton, email, email_canonical, password_hash,
          created_at)
        ${numbers} select ${firstUser} + i, 'many' || i, 'many' || i, 'many' || i, 'm' || i, 'm' || i, 'x', 0 from n`,
    ),
    env.DB.prepare(
      `insert into removal_requests (token, url, video_id, owner_id, reason, relation, name, email, statement,
          signature, created_at, due_at, status, decided_by, decided_at, decision_note)
        ${numbers} select 'token-' || i, 'x', i, ${firstUser} + i, 'other', 'other', 'Ada', 'ada@example.com', 'x',
          'Ada', i, 5000 - i / 4, case when ${isOpen} then 'open' else 'refused' end,
          case when not ${isOpen} then ? end, case when not ${isOpen} then i end,
          case when not ${isOpen} then 'No.' end from n`,
    ).bind(user.id),
    env.DB.prepare(
      `insert into removals (video_id, video_title, owner_id, reason, statement, removed_by, removed_at, preserve_until,
          appeal_text, appealed_at, appeal_status)
        ${numbers} select i, 'Clip ' || i, ${firstUser} + i, 'other', 'x', ?, i, i, 'x', 5000 - i / 4,
          case when ${isOpen} then 'open' else 'rejected' end from n`,
    ).bind(user.id),
    env.DB.prepare(
      `insert into removals (video_id, video_title, owner_id, reason, statement, removed_by, removed_at, preserve_until)
        ${numbers} select ${neverExisted} + i, 'Clip ' || i, iif(i % 2 = 0, ?, ${firstUser}), 'other', 'x', ?, i, i from n`,
    ).bind(user.id, user.id),
  ])
})

const lists = [
  ['requests that wait', '/api/admin/removal-requests?', () => admin, true],
  ['decided requests', '/api/admin/removal-requests?status=decided&', () => admin, false],
  ['open appeals', '/api/admin/appeals?', () => admin, true],
  ['removals of one’s own', '/api/removals?', () => owner, false],
] as const

interface Item {
  id: number
  dueAt?: string
  appeal?: { at: string } | null
}

function timeOf({ dueAt, appeal }: Item): string {
  return dueAt ?? appeal?.at ?? ''
}

describe.each(lists)('the list of %s', (_, path, client, waits) => {
  it('is whole and without doubles, and each page reads at most 5 rows per row shown', async () => {
    const seen: Item[] = []
    let next: string | undefined = `${path}limit=${limit}`
    while (next) {
      const response: Response = await client().get(next)
      const items = await response.json<Item[]>()
      seen.push(...items)
      const { rowsRead } = d1Cost(response)
      expect([next, rowsRead <= 5 * items.length, rowsRead]).toEqual([next, true, rowsRead])
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    const ids = seen.map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([rows / 2, rows / 2])
    const order = (a: Item, b: Item) =>
      waits ? timeOf(a).localeCompare(timeOf(b)) || a.id - b.id : b.id - a.id
    expect(ids).toEqual(seen.toSorted(order).map(({ id }) => id))
  })

  it.each(['limit=0', 'limit=51', 'cursor=abc', 'cursor=W10', 'offset=3', 'status=all'])(
    'refuses %s',
    async (query) => {
      const response = await client().get(`${path.split('?')[0]}?${query}`)
      expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_input'])
    },
  )
})
