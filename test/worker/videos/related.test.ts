import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '../../../contract/schemas/videos/videos'
import { counts } from '../../../contract/values/shared/limits'
import { relatedPath } from '../../../contract/values/videos/video-lists'
import { d1Cost, TestClient } from '../../support/client'
import { fillVideos, makeCategory, makeUser, makeVideo } from '../../support/factories'

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
    // The video and its uploader among them.
    expect(cost.rowsRead).toBeLessThanOrEqual(20)
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

  it('tells of no video that isn’t there for the caller', async () => {
    const { id } = await makeVideo(userId, { isPublic: false })
    for (const hidden of [id, 987_654_321]) {
      expect((await visitor.get(relatedPath(hidden))).status).toBe(404)
    }
  })
})
