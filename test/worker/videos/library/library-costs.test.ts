import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillLibrary } from '#test/support/accounts/library'
import { d1Cost, type TestClient } from '#test/support/client'
import { fillVideos, makeUser, signInAs } from '#test/support/factories'
import { pagesOf } from '#test/support/videos/content'
import { makeList } from '#test/support/videos/lists'

const count = 3000
const limit = 10

let client: TestClient
/** A full list, and the key in its link. */
let list: number
const linkKey = 'K'.repeat(22)

beforeAll(async () => {
  const [viewer, owner, other] = [await makeUser(), await makeUser(), await makeUser()]
  await fillVideos(owner.id, count)
  await fillLibrary(viewer.id, owner.id, 1000)
  // Others have watched and saved these videos too.
  await fillLibrary(other.id, owner.id, 2000)
  client = await signInAs(viewer)
  list = await makeList(viewer.id, { linkKey })
  await env.DB.prepare(
    `insert into list_items (list_id, video_id, place, added_at)
     select ?1, id, id, 0 from videos where user_id = ?2 order by id limit 1000`,
  )
    .bind(list, owner.id)
    .run()
  // The isolate has the settings from here on.
  await client.get('/api/settings')
}, 60_000)

/** Returns the number of rows that a session adds to every response. */
async function sessionRows(): Promise<number> {
  return d1Cost(await client.get('/api/auth/me')).rowsRead
}

describe('a page of the library reads at most five rows for each that it shows', () => {
  it.each(['history?', 'saved?order=own&', 'saved?order=newest&', 'saved?order=oldest&'])(
    '%s',
    async (list) => {
      const costs: number[] = []
      for await (const { response, items } of pagesOf(client, `/api/account/${list}limit=${limit}`)) {
        expect(items).toHaveLength(limit)
        costs.push(d1Cost(response).rowsRead)
        if (costs.length === 10) break
      }
      expect(costs).toHaveLength(10)
      for (const rows of [costs[0], costs[9]]) expect(rows).toBeLessThanOrEqual(5 * limit)
    },
  )

  it.each(['a list', 'a shared list'])('%s', async (which) => {
    const path = which === 'a list' ? `/api/lists/${list}` : `/api/list/${linkKey}`
    const costs: number[] = []
    for await (const { response, items } of pagesOf(client, `${path}/videos?limit=${limit}`)) {
      expect(items).toHaveLength(limit)
      costs.push(d1Cost(response).rowsRead)
      if (costs.length === 10) break
    }
    for (const rows of [costs[0], costs[9]]) expect(rows).toBeLessThanOrEqual(5 * limit)
    const order = await client.get(`${path}/order`)
    expect(await order.json()).toHaveLength(1000)
    expect(d1Cost(order).rowsRead).toBeLessThanOrEqual(2 * 1000 + 10)
  })

  it('an account’s lists, and which hold a video', async () => {
    const { id: userId } = await client.json<{ id: number }>('GET', '/api/auth/me')
    for (let count = 1; count < 50; count += 1) {
      const id = await makeList(userId)
      await env.DB.prepare(
        'insert into list_items (list_id, video_id, place, added_at) select ?1, video_id, place, 0 from list_items where list_id = ?2 limit 5',
      )
        .bind(id, list)
        .run()
    }
    for (const path of ['/api/lists', '/api/lists/for/1']) {
      const response = await client.get(path)
      expect(await response.json()).toHaveLength(50)
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 50)
    }
  })

  it('continue watching, behind many that were finished', async () => {
    const response = await client.get('/api/account/continue')
    expect(await response.json()).toHaveLength(5)
    // Reads three times the rows shown, each with video and account.
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(3 * 3 * 5 + (await sessionRows()))
  })
})

it('a search looks through two hundred at most, first page and tenth', async () => {
  const costs: number[] = []
  for await (const { response } of pagesOf(client, '/api/account/history?q=nowhere')) {
    costs.push(d1Cost(response).rowsRead)
    if (costs.length === 10) break
  }
  // Entry, video and account of each, and the end of the previous page.
  const most = 3 * 200 + 1 + (await sessionRows())
  for (const rows of [costs[0], costs[9]]) expect(rows).toBeLessThanOrEqual(most)
})

it('a move and a save read a few rows, however long the list', async () => {
  const [first, second] = (await client.json<{ video: { id: number } }[]>('GET', '/api/account/saved')).map(
    ({ video }) => video.id,
  )
  const session = await sessionRows()
  const move = await client.request('PUT', `/api/account/saved/${second}/place`, { json: { before: first } })
  expect(d1Cost(move).rowsRead - session).toBeLessThanOrEqual(15)
})
