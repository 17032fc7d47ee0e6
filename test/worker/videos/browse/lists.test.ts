import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { categories, videos } from '#db/schema'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { fillVideos, makeCategory, makeUser, signInAs, testDb } from '#test/support/factories'

let userId: number
let categoryId: number
let visitor: TestClient

beforeEach(() => {
  // Each test has its own IP address, or the coarse limit would stop some of them.
  visitor = new TestClient()
})

beforeAll(async () => {
  userId = (await makeUser()).id
  categoryId = await makeCategory()
  for (const isPremium of [false, true]) {
    await fillVideos(userId, 13, { categoryId, isPremium })
    await fillVideos(userId, 9, { isPremium })
    await fillVideos(userId, 5, { categoryId, isPremium, isPublic: false })
  }
})

/** Follows `Link` to the end; `between` runs after each of the first pages. */
async function pageThrough(
  first: string,
  between = async () => {},
  client = new TestClient(),
): Promise<Video[]> {
  const seen: Video[] = []
  let path: string | undefined = first
  while (path !== undefined) {
    const response: Response = await client.get(path)
    expect([path, response.status]).toEqual([path, 200])
    seen.push(...(await response.json<Video[]>()))
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    if (seen.length <= 12) await between()
  }
  return seen
}

const combinations = [undefined, true, false].flatMap((isPremium) =>
  [false, true].flatMap((inCategory) =>
    (['newest', 'popular'] as const).map((sort) => ({ isPremium, inCategory, sort })),
  ),
)

describe('GET /api/videos', () => {
  it.each(combinations)('pages through %o without a gap or a double while others publish', async (list) => {
    const { isPremium, inCategory, sort } = list
    const query = new URLSearchParams({ limit: '4', sort })
    if (isPremium !== undefined) query.set('isPremium', String(isPremium))
    if (inCategory) query.set('categoryId', String(categoryId))
    const rows = await testDb().select().from(videos)
    const expected = rows.filter(
      (row) =>
        row.isPublic &&
        (isPremium === undefined || row.isPremium === isPremium) &&
        (!inCategory || row.categoryId === categoryId),
    )
    const seen = await pageThrough(`/api/videos?${query}`, () =>
      fillVideos(userId, 2, { categoryId, isPremium: isPremium ?? true }),
    )
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set(expected.map(({ id }) => id))
    const order = expected.toSorted(
      (a, b) => (sort === 'popular' && b.popularity - a.popularity) || b.id - a.id,
    )
    expect(ids.filter((id) => known.has(id))).toEqual(order.map(({ id }) => id))
  })

  it('answers 24 where no number is asked for, and says when there are no more', async () => {
    const first = await visitor.get('/api/videos')
    expect((await first.json<Video[]>()).length).toBe(24)
    expect(first.headers.get('link')).toMatch(/^<\/api\/videos\?cursor=[\w-]+>; rel="next"$/)
    const empty = await visitor.get('/api/videos?categoryId=424242')
    expect([await empty.json(), empty.headers.get('link')]).toEqual([[], null])
  })

  it.each(combinations)('reads at most 12 rows for 5 videos: %o, behind 2,000 hidden ones', async (list) => {
    const hidden = (await testDb().select({ isPublic: videos.isPublic }).from(videos)).filter(
      (row) => !row.isPublic,
    )
    if (hidden.length < 2000) {
      await fillVideos(userId, 1000, { categoryId, isPublic: false })
      await fillVideos(userId, 1000, { categoryId, isPublic: false, isPremium: true })
    }
    // The isolate has the settings from here on.
    await visitor.get('/api/settings')
    const query = new URLSearchParams({ limit: '5', sort: list.sort })
    if (list.isPremium !== undefined) query.set('isPremium', String(list.isPremium))
    if (list.inCategory) query.set('categoryId', String(categoryId))
    const first = await visitor.get(`/api/videos?${query}`)
    const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    // A later page reads the index twice, to find the end of the previous one.
    for (const [path, rows] of [
      [`/api/videos?${query}`, 12],
      [next, 16],
    ] as const) {
      const response = await visitor.get(path)
      expect((await response.json<Video[]>()).length).toBe(5)
      const { queries, rowsRead } = d1Cost(response)
      expect([queries, rowsRead <= rows, rowsRead]).toEqual([1, true, rowsRead])
    }
  })
})

describe('GET /api/videos/my-videos', () => {
  it('shows the account its own by tab, newest first, and counts them', async () => {
    const user = await makeUser()
    const client = await signInAs(user)
    await fillVideos(user.id, 3)
    await fillVideos(user.id, 4, { isPremium: true })
    await fillVideos(user.id, 5, { isPublic: false })
    const counts = await client.json<Record<string, number>>('GET', '/api/videos/my-videos/counts')
    const shown = { all: 12, public: 7, unlisted: 0, scheduled: 0, private: 5, premium: 4, free: 8 }
    expect(counts).toEqual({ ...shown, processing: 0, pending: 0, rejected: 0, failed: 0, deleted: 0 })
    for (const [tab, count] of Object.entries(counts)) {
      const seen = await pageThrough(`/api/videos/my-videos?limit=2&tab=${tab}`, undefined, client)
      expect([tab, seen.length]).toEqual([tab, count])
      const ids = seen.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
      expect(seen.every((video) => video.userId === user.id)).toBe(true)
    }
  })

  it('counts nothing for an account without videos', async () => {
    const client = await signInAs(await makeUser())
    expect(await client.json('GET', '/api/videos/my-videos/counts')).toEqual({
      all: 0,
      public: 0,
      unlisted: 0,
      scheduled: 0,
      private: 0,
      premium: 0,
      free: 0,
      processing: 0,
      pending: 0,
      rejected: 0,
      failed: 0,
      deleted: 0,
    })
  })
})

describe('lists refuse', () => {
  let client: TestClient
  beforeAll(async () => {
    client = await signInAs(await makeUser())
  })

  const lists = ['/api/videos?', '/api/search?q=clip&', '/api/videos/my-videos?']
  const wrong = [
    'limit=0',
    'limit=51',
    'limit=abc',
    'limit=',
    'limit=-1',
    'limit=1.5',
    'limit=5&limit=6',
    'offset=10',
    'cursor=',
    'cursor=abc',
    'cursor=W10',
    `cursor=${'A'.repeat(601)}`,
    `cursor=${btoa('{"id":1}')}`,
    'isPremium=yes',
    'categoryId=0',
    'categoryId=x',
    'sort=oldest',
    'tab=hidden',
  ]

  it.each(lists.flatMap((list) => wrong.map((query) => [list + query])))('%s', async (path) => {
    const response = await client.get(path)
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_input'])
  })

  it('the cursor of another list', async () => {
    const cursorOf = async (path: string) => {
      const { headers } = await client.get(path)
      return /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    const search = await cursorOf('/api/search?q=clip&limit=1')
    const popular = await cursorOf('/api/videos?sort=popular&limit=1')
    expect(search && popular).toBeTruthy()
    for (const path of [
      `/api/videos?cursor=${search}`,
      `/api/search?q=clip&cursor=${popular}`,
      `/api/videos/my-videos?cursor=${search}`,
    ]) {
      expect([path, (await client.get(path)).status]).toEqual([path, 400])
    }
  })

  it('every made-up cursor without falling over', async () => {
    const part = fc.oneof(fc.double(), fc.string(), fc.constant(null), fc.integer(), fc.constant('\0'))
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 3 }), fc.constantFrom(...lists), async (parts, list) => {
        const text = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(parts)))
        const response = await client.get(
          `${list}cursor=${btoa(text).replaceAll('+', '-').replaceAll('/', '_')}`,
        )
        await response.arrayBuffer()
        expect([200, 400]).toContain(response.status)
      }),
      { numRuns: 60 },
    )
  }, 30_000)
})

it('GET /api/categories is whole, in the order that was given, with its counts', async () => {
  const listed = await visitor.json<{ id: number; videoCount: number }[]>('GET', '/api/categories')
  const rows = await testDb().select().from(categories)
  expect(listed.map(({ id }) => id)).toEqual(
    rows.toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name)).map(({ id }) => id),
  )
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual(['id', 'name', 'slug', 'videoCount'])
  expect(listed.find(({ id }) => id === categoryId)?.videoCount).toBeGreaterThanOrEqual(26)
})
