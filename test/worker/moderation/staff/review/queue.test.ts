import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { emptySite } from '#test/support/empty-site'
import { makeUser, makeVideo, signInAs } from '#test/support/factories'

const path = '/api/admin/videos/pending'
let administrator: TestClient
let userId: number

beforeEach(async () => {
  await emptySite()
  administrator = await signInAs(await makeUser({ isAdmin: true }))
  userId = (await makeUser()).id
})

/** Reads all pages by their `Link`. */
async function everyId(limit: number, query = ''): Promise<number[]> {
  const ids: number[] = []
  let next: string | undefined = `${path}?limit=${limit}${query}`
  while (next) {
    const response: Response = await administrator.get(next)
    const items = await response.json<Video[]>()
    expect(items.length).toBeLessThanOrEqual(limit)
    ids.push(...items.map(({ id }) => id))
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return ids
}

describe('GET /api/admin/videos/pending', () => {
  it('lists what waits and can be looked at, oldest first', async () => {
    const first = await makeVideo(userId, { review: 'pending' })
    await makeVideo(userId)
    await makeVideo(userId, { review: 'rejected', isPublic: false })
    await makeVideo(userId, { review: 'pending', status: 'processing' })
    await makeVideo(userId, { review: 'pending', status: 'failed' })
    await makeVideo(userId, { review: 'pending', hold: 'quarantine' })
    const second = await makeVideo(userId, { review: 'pending', isPublic: false, description: 'About it' })
    const ids = await everyId(50)
    expect(ids.filter((id) => id >= first.id)).toEqual([first.id, second.id])

    const cards = await administrator.json<Video[]>('GET', path)
    const card = cards.find(({ id }) => id === second.id)
    expect(card).toMatchObject({ review: 'pending', description: 'About it', videoUrl: null, sources: null })
    expect((await administrator.get(card?.thumbnailUrl ?? '')).status).toBe(200)
  })

  it('goes on where a page ends, without one twice', async () => {
    const made: number[] = []
    for (let count = 0; count < 5; count += 1) made.push((await makeVideo(userId, { review: 'pending' })).id)
    const ids = await everyId(2)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids.slice(-5)).toEqual(made)
  })

  it('puts what waits for longest first, whatever its number, and the more so what doesn’t say since when', async () => {
    const waiting = async (waitingSince: number | null) =>
      (await makeVideo(userId, { review: 'pending', waitingSince })).id
    const ids = []
    for (const since of [9000, 5000, null, 5000, 7000, null, 5000]) ids.push(await waiting(since))
    const [late, first, unsaid, second, third, unsaidToo, alsoSecond] = ids
    const expected = [unsaid, unsaidToo, first, second, alsoSecond, third, late]
    for (const limit of [1, 2, 3, 50]) {
      expect([limit, await everyId(limit)]).toEqual([limit, expected])
      expect([limit, await everyId(limit, '&order=desc')]).toEqual([limit, expected.toReversed()])
    }
  })

  it.each(['asc', 'desc'])(
    'reads no more rows for a page in the middle of those that began to wait at once: %s',
    async (order) => {
      await env.DB.prepare(
        `insert into videos (user_id, title, title_folded, category_id, status, review, waiting_since, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 600)
       select ?, 'Clip', 'clip', 1, 'ready', 'pending', 5000 + i / 300, 0 from n`,
      )
        .bind(userId)
        .run()
      let next = `${path}?limit=25&order=${order}`
      for (let turned = 1; turned <= 20; turned += 1) {
        const response = await administrator.get(next)
        expect(await response.json<Video[]>()).toHaveLength(25)
        expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 25)
        next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
      }
    },
  )

  it('reads a page of rows, however many videos there are', async () => {
    await env.DB.prepare(
      `insert into videos (user_id, title, title_folded, category_id, status, review, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000)
       select ?, 'Clip', 'clip', 1, 'ready', case when i % 10 = 0 then 'pending' else 'approved' end, 0 from n`,
    )
      .bind(userId)
      .run()
    const response = await administrator.get(`${path}?limit=25`)
    expect(await response.json<Video[]>()).toHaveLength(25)
    // Includes the session, the extra row that shows there is a next page, and the settings.
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 25)
  })

  it('nor however many wait that nobody can look at yet', async () => {
    await env.DB.prepare(
      `insert into videos (user_id, title, title_folded, category_id, status, review, hold, waiting_since, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
       select ?, 'Clip', 'clip', 1, iif(i % 2, 'processing', 'ready'), 'pending', iif(i % 2, null, 'ban'), 0, 0 from n`,
    )
      .bind(userId)
      .run()
    const { id } = await makeVideo(userId, { review: 'pending' })
    const response = await administrator.get(`${path}?limit=5`)
    expect((await response.json<Video[]>()).map((video) => video.id)).toEqual([id])
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(5 * 5)
  })

  it.each(['?limit=0', '?limit=51', '?cursor=x', '?status=ready'])('refuses %s', async (query) => {
    const response = await administrator.get(path + query)
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_input'])
  })

  it('is for administrators', async () => {
    const answers = [
      await new TestClient().get(path),
      await (await signInAs(await makeUser())).get(path),
      await (await signInAs(await makeUser({ premiumUntil: Date.now() + 60_000 }))).get(path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403])
  })
})
