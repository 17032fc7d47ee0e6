import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { type ContentState, contentStates } from '../../../../contract/values/moderation/content'
import type { TestClient } from '../../../support/client'
import { makeCategory, makeUser, makeVideo, signInAs, testDb } from '../../../support/factories'
import { fillContent, pagesOf } from '../../../support/videos/content'

let admin: TestClient
let owners: [number, number]
let names: [string, string]
let categories: number[]
let rows: Row[]
let unlike: number

/** The video `unlike`, titled unlike the others, as staff alone see it. */
const rejected = { review: 'rejected', isPublic: false, reason: 'Too dark.', hold: 'quarantine' } as const

type Row = Awaited<ReturnType<typeof everyRow>>[number]

function everyRow() {
  return testDb().query.videos.findMany()
}

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  const uploaders = [await makeUser(), await makeUser()] as const
  owners = [uploaders[0].id, uploaders[1].id]
  names = [uploaders[0].username, uploaders[1].username]
  categories = [await makeCategory(), await makeCategory(), await makeCategory()]
  await fillContent(owners, categories, 700)
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
        (q === undefined || row.titleFolded.startsWith(q)) &&
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
        q: fc.constantFrom('clip', 'clip 3', 'none'),
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

  it('lists newest first, and by title where one is searched for', async () => {
    const newest = await admin.json<AdminVideo[]>('GET', '/api/admin/videos?limit=50')
    expect(newest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toSorted((a, b) => b - a))
    const titles: string[] = []
    for await (const { items } of pagesOf(admin, '/api/admin/videos?q=CLIP&limit=50')) {
      titles.push(...items.map(({ title }) => title.toLowerCase()))
    }
    expect(titles).toEqual(titles.toSorted())
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
