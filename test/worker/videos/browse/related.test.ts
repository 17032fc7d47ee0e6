import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { counts } from '#contract/values/shared/limits'
import { relatedPath } from '#contract/values/videos/video-lists'
import { tags, videos } from '#db/schema'
import { d1Cost, TestClient } from '#test/support/client'
import { fillVideos, makeCategory, makeUser, makeVideo, testDb } from '#test/support/factories'
import { listTagged } from '#test/support/videos/tags'

let userId: number
let visitor: TestClient

beforeEach(() => {
  visitor = new TestClient()
})

beforeAll(async () => {
  userId = (await makeUser()).id
})

async function related(id: number) {
  const response = await visitor.get(relatedPath(id))
  return { videos: await response.json<Video[]>(), cost: d1Cost(response) }
}

describe('GET /api/videos/:id/related', () => {
  it('is the newest of the same category, without the video itself, in one trip of a few rows', async () => {
    const categoryId = await makeCategory()
    const { id } = await makeVideo(userId, { categoryId })
    await fillVideos(userId, 30, { categoryId })
    const { id: newest } = await makeVideo(userId, { categoryId })
    const { videos, cost } = await related(id)
    expect(videos).toHaveLength(counts.related)
    expect(videos[0]?.id).toBe(newest)
    expect(videos.every((video) => video.categoryId === categoryId && video.id !== id)).toBe(true)
    // This includes the video itself and its uploader.
    expect(cost.rowsRead).toBeLessThanOrEqual(40)
  })

  it('fills up with the most popular of other categories, each video once', async () => {
    const [categoryId, other] = [await makeCategory(), await makeCategory()]
    const { id } = await makeVideo(userId, { categoryId, popularity: 5000 })
    const { id: beside } = await makeVideo(userId, { categoryId, popularity: 4000 })
    await fillVideos(userId, 20, { categoryId: other })
    const { id: famous } = await makeVideo(userId, { categoryId: other, popularity: 3000 })
    await makeVideo(userId, { categoryId: other, popularity: 3500, isPublic: false })
    const ids = (await related(id)).videos.map((video) => video.id)
    expect(ids.slice(0, 2)).toEqual([beside, famous])
    expect(new Set(ids).size).toBe(counts.related)
    expect(ids).not.toContain(id)
  })

  it('begins with videos that share its first tag, then goes on with the category and its uploader’s others', async () => {
    const [categoryId, other] = [await makeCategory(), await makeCategory()]
    await testDb()
      .insert(tags)
      .values([
        { slug: 'shared', name: 'shared', nameFolded: 'shared', createdAt: 0 },
        { slug: 'older', name: 'older', nameFolded: 'older', createdAt: 0, mergedInto: 'shared' },
      ])
    const uploader = await makeUser()
    const { id } = await makeVideo(uploader.id, { categoryId, tags: ['shared', 'second'] })
    const near = await makeVideo(userId, { categoryId: other, tags: ['second', 'older'] })
    const beside = await makeVideo(userId, { categoryId })
    const hidden = await makeVideo(userId, { categoryId: other, tags: ['shared'], isPublic: false })
    const same = await makeVideo(uploader.id, { categoryId: other })
    await listTagged()
    const { videos } = await related(id)
    const ids = videos.map((video) => video.id)
    expect(ids.slice(0, 3)).toEqual([near.id, beside.id, same.id])
    expect(ids).not.toContain(hidden.id)
    expect([ids.length, new Set(ids).size]).toEqual([counts.related, counts.related])
  })

  it('are always eight where the site has nine, each once, whatever they share', async () => {
    const categories = [1, await makeCategory()]
    const uploaders = [userId, (await makeUser()).id]
    await testDb().insert(tags).values({ slug: 'any', name: 'any', nameFolded: 'any', createdAt: 0 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            tagged: fc.boolean(),
            category: fc.integer({ min: 0, max: 1 }),
            uploader: fc.integer({ min: 0, max: 1 }),
          }),
          { minLength: 9, maxLength: 30 },
        ),
        async (made) => {
          await testDb().update(videos).set({ hold: 'removed' })
          const rows = made.map(({ tagged, category, uploader }) => [
            uploaders[uploader],
            categories[category],
            tagged ? '["any"]' : '[]',
          ])
          const inserted = await env.DB.prepare(
            `insert into videos (user_id, category_id, tags, title, title_folded, status, created_at)
              select value ->> 0, value ->> 1, value ->> 2, 'Any', 'any', 'ready', key from json_each(?) returning id`,
          )
            .bind(JSON.stringify(rows))
            .all<{ id: number }>()
          await listTagged()
          for (const { id } of [inserted.results[0], inserted.results.at(-1)].filter(
            (row) => row !== undefined,
          )) {
            const ids = (await related(id)).videos.map((video) => video.id)
            expect([ids.length, new Set(ids).size, ids.includes(id)]).toEqual([
              counts.related,
              counts.related,
              false,
            ])
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('tells of no video that isn’t there for the caller', async () => {
    const { id } = await makeVideo(userId, { isPublic: false })
    for (const hidden of [id, 987_654_321]) {
      expect((await visitor.get(relatedPath(hidden))).status).toBe(404)
    }
  })
})
