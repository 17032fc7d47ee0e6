import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { videos, viewsSeen } from '#db/schema'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import {
  day,
  fillVideos,
  makeCategory,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { addressOfVideo, askedRow } from '#test/support/moderation/removals'
import { ownBulk } from '#test/support/videos/own-bulk'
import { pruneTrash } from '#worker/services/videos/publishing/prune-trash'
import { refreshPopularity } from '#worker/services/videos/views/popularity'

const db = testDb()

/** Creates an account and its client. */
async function newOwner(options: Parameters<typeof makeUser>[0] = {}) {
  const user = await makeUser(options)
  return { ...user, client: await signInAs(user) }
}

async function titlesOf(client: TestClient, query: string): Promise<string[]> {
  const list = await client.json<Video[]>('GET', `/api/videos/my-videos?${query}`)
  return list.map(({ title }) => title)
}

/** Follows `Link`, to the end or for a number of pages. Returns the number of rows that each page read. */
async function pagesOf(client: TestClient, query: string, atMost = Number.POSITIVE_INFINITY) {
  const pages: { ids: number[]; rowsRead: number }[] = []
  let path: string | undefined = `/api/videos/my-videos?${query}`
  while (path !== undefined && pages.length < atMost) {
    const response: Response = await client.get(path)
    const ids = (await response.json<Video[]>()).map(({ id }) => id)
    pages.push({ ids, rowsRead: d1Cost(response).rowsRead })
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

describe('the list of My Videos', () => {
  it('sorts by each of its orders in both directions, without a gap or a double', async () => {
    const { id: userId, client } = await newOwner()
    await fillVideos(userId, 30)
    const rows = await db.select().from(videos).where(eq(videos.userId, userId))
    for (const [at, { id }] of rows.entries()) {
      const figures = { views: (at * 7) % 5, likes: (at * 5) % 4, duration: at % 3 === 0 ? null : at % 6 }
      // The dates of imported or scheduled videos don't follow their order.
      const createdAt = (at * 3) % 7
      await db
        .update(videos)
        .set({ ...figures, createdAt })
        .where(eq(videos.id, id))
      await db.insert(viewsSeen).values({ videoId: id, viewer: `v${at}`, at: Date.now() })
    }
    await refreshPopularity(await jobContext())
    const sorted = await db.select().from(videos).where(eq(videos.userId, userId))
    const keys = {
      date: ({ createdAt }: (typeof rows)[number]) => createdAt,
      views: ({ views }: (typeof rows)[number]) => views,
      likes: ({ likes }: (typeof rows)[number]) => likes,
      length: ({ duration }: (typeof rows)[number]) => duration ?? 0,
    }
    for (const [sort, keyOf] of Object.entries(keys)) {
      const expected = sorted.toSorted((a, b) => keyOf(b) - keyOf(a) || b.id - a.id).map(({ id }) => id)
      const down = await pagesOf(client, `sort=${sort}&limit=7`)
      expect([sort, down.flatMap(({ ids }) => ids)]).toEqual([sort, expected])
      const up = await pagesOf(client, `sort=${sort}&order=asc&limit=7`)
      expect([sort, up.flatMap(({ ids }) => ids)]).toEqual([sort, expected.toReversed()])
    }
  })

  it('has a tab for each state, with its count', async () => {
    const { id: userId, client } = await newOwner()
    const states = {
      processing: { status: 'processing' },
      failed: { status: 'failed' },
      pending: { review: 'pending' },
      rejected: { review: 'rejected', isPublic: false, publicBefore: true, reason: 'Not yours.' },
      deleted: { hold: 'trash', trashedAt: Date.now() },
      unlisted: { isPublic: false, unlistedKey: 'a key' },
      scheduled: { isPublic: false, publishAt: Date.now() + day },
    } as const
    for (const [title, change] of Object.entries(states)) await makeVideo(userId, { title, ...change })
    await makeVideo(userId, { title: 'pending', review: 'pending', hold: 'ban' })
    const counts = await client.json<Record<string, number>>('GET', '/api/videos/my-videos/counts')
    for (const title of Object.keys(states)) {
      expect([title, await titlesOf(client, `tab=${title}`), counts[title]]).toEqual([title, [title], 1])
    }
    expect(counts).toMatchObject({ all: 6 })
    const [deleted] = await client.json<Video[]>('GET', '/api/videos/my-videos?tab=deleted')
    expect(Date.parse(deleted?.trashedAt ?? '')).toBe(states.deleted.trashedAt)
  })

  it('finds words of titles in any tab and order, and nobody else’s', async () => {
    const { id: userId, client } = await newOwner()
    await makeVideo(userId, { title: 'Été à Nice' })
    await makeVideo(userId, { title: '(4K) nice summer' })
    await makeVideo(userId, { title: 'Venice', isPremium: true })
    await makeVideo((await makeUser()).id, { title: 'Nice, too' })
    expect(await titlesOf(client, 'q=nice')).toEqual(['(4K) nice summer', 'Été à Nice'])
    expect(await titlesOf(client, 'q=NICE+ete')).toEqual(['Été à Nice'])
    expect(await titlesOf(client, 'q=4k')).toEqual(['(4K) nice summer'])
    expect(await titlesOf(client, 'q=nice&order=asc&tab=free&sort=length')).toEqual([
      'Été à Nice',
      '(4K) nice summer',
    ])
    expect(await titlesOf(client, 'q=ni&tab=premium')).toEqual([])
    expect(await titlesOf(client, `q=${encodeURIComponent('字a'.repeat(50))}`)).toEqual([])
    expect(await titlesOf(client, 'q=%25')).toHaveLength(3)
  })

  describe('of 3,000 videos', () => {
    let client: TestClient
    beforeAll(async () => {
      const owner = await newOwner()
      client = owner.client
      await fillVideos(owner.id, 2990)
      await fillVideos(owner.id, 10, { isPublic: false, isPremium: true })
      await makeVideo(owner.id, { title: 'The one', views: 1, viewsListed: 1 })
      for (let n = 0; n < 9; n += 1) {
        await makeVideo(owner.id, { hold: 'trash', trashedAt: n })
        await makeVideo(owner.id, { review: 'rejected' })
      }
      await client.get('/api/auth/me')
    })

    /**
     * Rows of a page: two for each video on it and one more, the newest videos that aren't on its tab, and
     * the session and the account.
     */
    const ofPage = 2 * 6 + 10 + 8

    it.each(['', 'order=asc', 'tab=public', 'tab=free'])(
      'reads by date what a page shows: %s',
      async (query) => {
        const [first, second] = await pagesOf(client, `limit=5&${query}`, 2)
        expect([first?.ids.length, second?.ids.length]).toEqual([5, 5])
        expect(first?.rowsRead).toBeLessThanOrEqual(ofPage)
        expect(second?.rowsRead).toBeLessThanOrEqual(ofPage)
      },
    )

    it.each([
      'sort=views',
      'sort=likes&order=asc',
      'sort=length',
      'tab=private&sort=views',
      'tab=private',
      'tab=premium&order=asc',
      'tab=deleted',
      'tab=rejected',
      'q=one',
    ])('reads each of the videos once at most: %s', async (query) => {
      const pages = await pagesOf(client, `limit=5&${query}`, 2)
      expect(pages[0]?.ids).toHaveLength(query === 'q=one' ? 1 : 5)
      for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(3019 + ofPage)
    })

    it('counts each of them once', async () => {
      const response = await client.get('/api/videos/my-videos/counts')
      expect(await response.json()).toMatchObject({ all: 3010, deleted: 9, rejected: 9 })
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(3019 + 8)
    })
  })
})

describe('POST /api/videos/my-videos/bulk', () => {
  it('changes each by the rules of a change of its own, and says what happened to each', async () => {
    const { id: userId, client } = await newOwner()
    const stranger = await makeUser()
    const categoryId = await makeCategory()
    const [one, two] = [await makeVideo(userId), await makeVideo(userId, { isPublic: false })]
    const held = await makeVideo(userId, { hold: 'quarantine' })
    const foreign = await makeVideo(stranger.id)
    const hidden = await makeVideo(stranger.id, { isPublic: false })
    const ids = [one.id, two.id, one.id, held.id, foreign.id, hidden.id, 987_654_321]
    const results = await ownBulk(client, { ids, action: 'private' })
    expect(results.map(({ id, ok }) => [id, ok])).toEqual([
      [one.id, true],
      [two.id, true],
      [held.id, false],
      [foreign.id, false],
      [hidden.id, false],
      [987_654_321, false],
    ])
    expect(results.slice(2).map(({ detail }) => detail)).toEqual([
      "This video is under review and can't be changed until that's decided.",
      'You can only edit your own videos',
      ...Array(2).fill((await problemOf(await client.get('/api/videos/987654321'))).detail),
    ])
    expect((await videoRow(one.id))?.isPublic).toBe(false)
    expect((await videoRow(foreign.id))?.isPublic).toBe(true)

    await ownBulk(client, { ids: [one.id, two.id], action: 'unlisted' })
    expect((await videoRow(two.id))?.unlistedKey).toHaveLength(22)
    await ownBulk(client, { ids: [one.id, two.id], action: 'category', categoryId })
    expect((await videoRow(two.id))?.categoryId).toBe(categoryId)
    const [premium] = await ownBulk(client, { ids: [one.id], action: 'premium' })
    expect(premium).toMatchObject({ ok: false, detail: 'Upgrade to premium to upload premium content.' })
    const [missing] = await ownBulk(client, { ids: [one.id], action: 'category', categoryId: 424_242 })
    expect(missing?.ok).toBe(false)
  })

  it('is about one’s own, for administrators too', async () => {
    const admin = await newOwner({ isAdmin: true })
    const foreign = await makeVideo((await makeUser()).id)
    for (const action of ['private', 'premium', 'delete', 'restore', 'delete-for-good'] as const)
      expect(await ownBulk(admin.client, { ids: [foreign.id], action })).toMatchObject([{ ok: false }])
    expect(await videoRow(foreign.id)).toMatchObject({ isPublic: true, isPremium: false, hold: null })
  })

  it.each([
    { ids: [], action: 'delete' },
    { ids: Array.from({ length: 51 }, (_, at) => at + 1), action: 'delete' },
    { ids: [1], action: 'approve' },
    { ids: [1], action: 'category' },
    { ids: [1], action: 'private', categoryId: 1 },
    { ids: ['1'], action: 'private' },
    { ids: [1], action: 'private', title: 'No' },
  ])('refuses %j', async (change) => {
    const { client } = await newOwner()
    expect((await client.request('POST', '/api/videos/my-videos/bulk', { json: change })).status).toBe(400)
  })

  it('is limited', async () => {
    const { client } = await newOwner()
    const json = { ids: [987_654_321], action: 'private' }
    for (let n = 0; n < 60; n += 1) await client.request('POST', '/api/videos/my-videos/bulk', { json })
    const response = await client.request('POST', '/api/videos/my-videos/bulk', { json })
    expect([response.status, (await problemOf(response)).code]).toEqual([429, 'rate_limited'])
  })
})

describe('deleted videos', () => {
  it('come back as they were, and count towards storage until they are gone', async () => {
    const { id: userId, client } = await newOwner()
    const open = await makeVideo(userId)
    const waiting = await makeVideo(userId, { isPublic: false, review: 'rejected', publicBefore: true })
    const ids = [open.id, waiting.id]
    expect((await ownBulk(client, { ids, action: 'delete' })).every(({ ok }) => ok)).toBe(true)
    expect((await ownBulk(client, { ids, action: 'delete' })).every(({ ok }) => ok)).toBe(true)
    const visitor = new TestClient()
    for (const each of [visitor, client]) expect((await each.get(`/api/videos/${open.id}`)).status).toBe(404)
    expect(
      (await client.request('PATCH', `/api/videos/${open.id}`, { json: { title: 'A new title' } })).status,
    ).toBe(404)
    expect(await titlesOf(client, '')).toEqual([])
    expect(await titlesOf(client, 'tab=deleted')).toHaveLength(2)

    for (let twice = 0; twice < 2; twice += 1)
      expect((await ownBulk(client, { ids, action: 'restore' })).every(({ ok }) => ok)).toBe(true)
    expect((await visitor.get(`/api/videos/${open.id}`)).status).toBe(200)
    expect((await visitor.get(`/api/videos/${waiting.id}`)).status).toBe(404)
    const rows = await db.select().from(videos).where(inArray(videos.id, ids))
    expect(rows.map(({ hold, trashedAt }) => [hold, trashedAt])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(rows.find(({ id }) => id === waiting.id)?.review).toBe('rejected')
  })

  it('that moderation removed meanwhile stay removed, and are kept beyond their time', async () => {
    const { id: userId, client } = await newOwner()
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const video = await makeVideo(userId)
    await ownBulk(client, { ids: [video.id], action: 'delete' })
    const json = { reason: 'illegal', note: 'It breaks the law.' }
    expect(
      (await admin.request('POST', `/api/admin/videos/${video.id}/remove`, { json })).status,
    ).toBeLessThan(300)
    for (const action of ['restore', 'delete-for-good'] as const)
      expect(await ownBulk(client, { ids: [video.id], action })).toMatchObject([{ ok: false }])
    await pruneTrash(await jobContext(Date.now() + 8 * day))
    expect((await videoRow(video.id))?.hold).toBe('removed')
  })

  it('that a grave request is about are evidence, and return to the trash for another seven days', async () => {
    const { id: userId, client } = await newOwner()
    const video = await makeVideo(userId)
    await ownBulk(client, { ids: [video.id], action: 'delete' })
    const { id } = await askedRow({ url: addressOfVideo(video), reason: 'without_consent' })
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
    await pruneTrash(await jobContext(Date.now() + 8 * day))
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
    // Restoring it does nothing, since it now belongs to a case.
    await ownBulk(client, { ids: [video.id], action: 'restore' })
    expect((await videoRow(video.id))?.hold).toBe('quarantine')

    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const decision = { json: { decision: 'refuse', note: 'Nothing in it supports this.' } }
    expect((await admin.request('POST', `/api/admin/removal-requests/${id}/decide`, decision)).status).toBe(
      200,
    )
    expect(await videoRow(video.id)).toMatchObject({ hold: 'trash' })
    expect((await new TestClient().get(`/api/videos/${video.id}`)).status).toBe(404)
  })

  it('are deleted by administrators at once, and by their owner before their time', async () => {
    const { id: userId, client } = await newOwner()
    const admin = await newOwner({ isAdmin: true })
    const [one, two] = [await makeVideo(userId), await makeVideo(userId)]
    await ownBulk(client, { ids: [one.id, two.id], action: 'delete' })
    expect((await admin.client.request('DELETE', `/api/videos/${one.id}`)).status).toBe(204)
    expect(await videoRow(one.id)).toBeUndefined()
    const gone = await ownBulk(client, { ids: [one.id, two.id], action: 'delete-for-good' })
    expect(gone.map(({ ok }) => ok)).toEqual([false, true])
    expect(await videoRow(two.id)).toBeUndefined()
    const present = await makeVideo(userId)
    expect(await ownBulk(client, { ids: [present.id], action: 'delete-for-good' })).toMatchObject([
      { ok: false },
    ])
    expect(await videoRow(present.id)).toBeDefined()
  })

  it('restored and deleted again at the moment of the job stay for their seven days', async () => {
    const { id: userId } = await newOwner()
    const video = await makeVideo(userId, { hold: 'trash', trashedAt: 0 })
    const ctx = await jobContext()
    const batch: typeof ctx.db.batch = async (statements) => {
      await db.update(videos).set({ trashedAt: ctx.now }).where(eq(videos.id, video.id))
      return ctx.db.batch(statements)
    }
    await pruneTrash({ ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) })
    expect((await videoRow(video.id))?.hold).toBe('trash')
  })
})
