import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { type ContentState, contentStates } from '#contract/values/moderation/content'
import { mediaObjects, videos } from '#db/schema'
import type { TestClient } from '#test/support/client'
import { makeCategory, makeObject, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { fillContent, pagesOf } from '#test/support/videos/content'

let admin: TestClient
let owners: [number, number]
let names: [string, string]
let categories: number[]
let rows: Row[]
let unlike: number

/** The state of the video `unlike`, whose title differs from the others', and which only staff can see. */
const rejected = { review: 'rejected', isPublic: false, reason: 'Too dark.', hold: 'quarantine' } as const

type Row = Awaited<ReturnType<typeof everyRow>>[number]

function everyRow() {
  return testDb().select().from(videos)
}

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  const uploaders = [await makeUser(), await makeUser()] as const
  owners = [uploaders[0].id, uploaders[1].id]
  names = [uploaders[0].username, uploaders[1].username]
  categories = [await makeCategory(), await makeCategory(), await makeCategory()]
  await fillContent(owners, categories, 700)
  // Several videos have equal values, and some none.
  await testDb().run(sql`update videos set views_listed = id % 7, duration = nullif(id % 5, 0)`)
  unlike = (await makeVideo(owners[0], { title: 'Unlike the others', ...rejected })).id
  rows = await everyRow()
})

/** The meaning of each state, repeated here on purpose and independent of the queries. */
const isOf: Record<ContentState, (row: Row) => boolean> = {
  all: () => true,
  live: (row) => row.status === 'ready' && row.review === 'approved' && row.isPublic && row.hold === null,
  private: (row) => !row.isPublic,
  unlisted: (row) => !row.isPublic && row.unlistedKey !== null,
  scheduled: (row) => !row.isPublic && row.publishAt !== null,
  pending: (row) => row.review === 'pending',
  rejected: (row) => row.review === 'rejected',
  broken: (row) => row.status !== 'ready',
  held: (row) => row.hold !== null,
}

interface Filters {
  state?: ContentState
  q?: string
  owner?: 0 | 1
  category?: 0 | 1 | 2
  isPremium?: boolean
  reported?: boolean
}

function pathOf({ state, q, owner, category, isPremium, reported }: Filters, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) })
  const given = {
    state,
    q,
    owner: owner === undefined ? undefined : names[owner],
    categoryId: category === undefined ? undefined : categories[category],
    isPremium,
    reported,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value))
  return `/api/admin/videos?${query}`
}

function expected({ state = 'all', q, owner, category, isPremium, reported }: Filters): number[] {
  return rows
    .filter(
      (row) =>
        isOf[state](row) &&
        (q === undefined || q.split(' ').every((part) => row.titleFolded.includes(part))) &&
        (owner === undefined || row.userId === owners[owner]) &&
        (category === undefined || row.categoryId === categories[category]) &&
        (isPremium === undefined || row.isPremium === isPremium) &&
        (reported === undefined || row.openReports > 0 === reported),
    )
    .map(({ id }) => id)
}

describe('GET /api/admin/videos', () => {
  it('answers exactly what any filters ask for, without one twice, and bounds what it looks through', async () => {
    const filters = fc.record<Filters>(
      {
        state: fc.constantFrom(...contentStates),
        q: fc.constantFrom('clip', 'lip 3', '7 clip', 'none'),
        owner: fc.constantFrom(0, 1),
        category: fc.constantFrom(0, 1, 2),
        isPremium: fc.boolean(),
        reported: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(7, 20, 50), async (given, limit) => {
        const seen: AdminVideo[] = []
        for await (const { items } of pagesOf(admin, pathOf(given, limit))) {
          expect(items.length).toBeLessThanOrEqual(limit)
          seen.push(...items)
        }
        const ids = seen.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.toSorted((a, b) => a - b)).toEqual(expected(given))
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it.each<[string, (row: Row) => string | number]>([
    ['', ({ createdAt }) => -createdAt],
    ['order=asc', ({ createdAt }) => createdAt],
    ['sort=title', ({ titleFolded }) => titleFolded],
    ['q=CLIP', ({ titleFolded }) => titleFolded],
    ['sort=views', ({ viewsListed }) => -viewsListed],
    ['sort=length&order=asc', ({ duration }) => duration ?? 0],
    ['sort=length&state=live', ({ duration }) => -(duration ?? 0)],
  ])('goes in the order asked for, each once (%s)', async (query, keyOf) => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    const seen: Row[] = []
    for await (const { items } of pagesOf(admin, `/api/admin/videos?limit=50&${query}`))
      seen.push(...items.flatMap(({ id }) => byId.get(id) ?? []))
    const keys = seen.map(keyOf)
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    expect(new Set(seen).size).toBe(seen.length)
    const isAll = !/state|q=/.test(query)
    expect(seen.length).toBeGreaterThan(isAll ? rows.length - 1 : 50)
  })

  it('refuses an order that no index gives it', async () => {
    for (const query of [
      'q=clip&sort=views',
      'state=pending&sort=title',
      'owner=someone&sort=length',
      'sort=likes',
    ])
      expect([query, (await admin.get(`/api/admin/videos?${query}`)).status]).toEqual([query, 400])
  })

  it('finds a video by anything in its title, its ID, its URL and the hash of its file', async () => {
    const sha256 = 'fe'.repeat(32)
    const { objectKey: sourceKey } = await makeObject(owners[0], 'source', 'video/mp4')
    await testDb().update(mediaObjects).set({ sha256 }).where(eq(mediaObjects.key, sourceKey))
    const { id } = await makeVideo(owners[0], {
      title: 'Under the ÎLE bridge',
      titleFolded: 'under the ile bridge',
      sourceKey,
    })
    const found = async (q: string) =>
      (await admin.json<AdminVideo[]>('GET', `/api/admin/videos?q=${encodeURIComponent(q)}`)).map(
        (each) => each.id,
      )
    for (const q of [
      'ile',
      'ÎLE',
      'bridge under',
      `#${id}`,
      `https://site.example/video/${id}?t=3`,
      sha256.toUpperCase(),
    ])
      expect([q, await found(q)]).toEqual([q, [id]])
    expect((await found(String(id)))[0]).toBe(id)
    for (const q of ['bridges', '#999999', 'ab'.repeat(32), '/account/receipts/abc'])
      expect([q, await found(q)]).toEqual([q, []])
    const ofOther = `/api/admin/videos?q=%23${id}&owner=${encodeURIComponent(names[1])}`
    expect(await admin.json('GET', ofOther)).toEqual([])
  })

  it('finds an uploader by the whole name, however it is written, and by nothing less', async () => {
    const videosOf = async (owner: string) =>
      admin.json<AdminVideo[]>('GET', `/api/admin/videos?owner=${encodeURIComponent(owner)}`)
    const shown = await videosOf(` ${names[0].toUpperCase()} `)
    expect(new Set(shown.map(({ userId }) => userId))).toEqual(new Set([owners[0]]))
    expect(await videosOf(names[0].slice(0, -1))).toEqual([])
    expect(await videosOf(String(owners[0]))).toEqual([])
  })

  it('says of each what staff need to know', async () => {
    const [video, ...others] = await admin.json<AdminVideo[]>('GET', '/api/admin/videos?q=unlike%20the')
    expect(others).toEqual([])
    expect(video).toMatchObject({
      id: unlike,
      ...rejected,
      revision: 1,
      openReports: 0,
      waitingSince: null,
      videoUrl: null,
    })
    expect((await admin.get(video?.thumbnailUrl ?? '')).status).toBe(200)
  })
})
