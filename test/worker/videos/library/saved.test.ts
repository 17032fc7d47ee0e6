import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SavedVideo } from '#contract/schemas/videos/library'
import type { Video, ViewerState } from '#contract/schemas/videos/video'
import { savedVideos, videos } from '#db/schema'
import type { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { pagesOf } from '#test/support/videos/content'
import { deleteForGood } from '#test/support/videos/own-bulk'

let owner: { id: number; username: string }
let viewer: { id: number; username: string }
let client: TestClient

beforeAll(async () => {
  owner = await makeUser()
})

beforeEach(async () => {
  viewer = await makeUser()
  client = await signInAs(viewer)
  client.now = Date.now()
})

async function save(id: number, from = client): Promise<unknown> {
  from.now = (from.now ?? Date.now()) + 1000
  return from.json('PUT', `/api/videos/${id}/save`)
}

/** Creates videos with these titles and saves them in order. Returns their IDs. */
async function keep(...titles: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const title of titles) {
    const { id } = await makeVideo(owner.id, { title })
    await save(id)
    ids.push(id)
  }
  return ids
}

async function titles(order = 'own'): Promise<string> {
  const kept = await client.json<SavedVideo[]>('GET', `/api/account/saved?order=${order}`)
  return kept.map(({ video }) => video.title).join(' ')
}

function move(id: number | null | undefined, before: number | null | undefined): Promise<Response> {
  return client.request('PUT', `/api/account/saved/${id}/place`, { json: { before } })
}

function rowsOf(userId: number) {
  return testDb().select().from(savedVideos).where(eq(savedVideos.userId, userId))
}

describe('PUT and DELETE /api/videos/:id/save', () => {
  it('saves once and takes it back once, however often it is asked', async () => {
    const { id } = await makeVideo(owner.id)
    for (const [method, saved] of [
      ['PUT', true],
      ['PUT', true],
      ['DELETE', false],
      ['DELETE', false],
      ['PUT', true],
    ] as const) {
      expect(await client.json(method, `/api/videos/${id}/save`)).toEqual({ saved })
      expect((await client.json<Video>('GET', `/api/videos/${id}`)).savedByMe).toBe(saved)
      const [state] = await client.json<ViewerState[]>('GET', `/api/videos/mine?ids=${id}`)
      expect(state?.saved).toBe(saved)
      expect(await rowsOf(viewer.id)).toHaveLength(Number(saved))
    }
  })

  it('makes one row of twelve at the same moment', async () => {
    const { id } = await makeVideo(owner.id)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.request('PUT', `/api/videos/${id}/save`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await rowsOf(viewer.id)).toHaveLength(1)
  })

  it('keeps the lists of different accounts apart', async () => {
    const [id = 0] = await keep('One')
    const other = await signInAs(await makeUser())
    expect(await other.json<SavedVideo[]>('GET', '/api/account/saved')).toEqual([])
    expect(await other.json('DELETE', `/api/videos/${id}/save`)).toEqual({ saved: false })
    expect(await titles()).toBe('One')
  })

  it('takes back also what the account may not see any more', async () => {
    const [id = 0] = await keep('One')
    await testDb().update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, id))
    expect(await client.json('DELETE', `/api/videos/${id}/save`)).toEqual({ saved: false })
    expect(await rowsOf(viewer.id)).toEqual([])
  })
})

describe('GET /api/account/saved', () => {
  it('is in the order that is asked for', async () => {
    const [a, , c] = await keep('A', 'B', 'C')
    await move(a, c)
    expect(await titles()).toBe('A C B')
    expect(await titles('newest')).toBe('C B A')
    expect(await titles('oldest')).toBe('A B C')
  })

  it('says when each was saved, and opens no file', async () => {
    await keep('A')
    const [entry] = await client.json<SavedVideo[]>('GET', '/api/account/saved')
    expect(entry).toMatchObject({
      savedAt: new Date(client.now ?? 0).toISOString(),
      video: { videoUrl: null },
    })
  })

  it('leaves out what the account may not see now, and has it again when it may', async () => {
    const [, b = 0] = await keep('A', 'B', 'C')
    for (const change of [{ isPublic: false }, { hold: 'quarantine' }, { review: 'pending' }] as const) {
      await testDb().update(videos).set(change).where(eq(videos.id, b))
      expect(await titles()).toBe('C A')
      await testDb()
        .update(videos)
        .set({ isPublic: true, hold: null, review: 'approved' })
        .where(eq(videos.id, b))
    }
    expect(await titles()).toBe('C B A')
  })

  it('forgets a video with its deletion', async () => {
    const [id = 0] = await keep('A')
    await deleteForGood(await signInAs(owner), id)
    expect(await rowsOf(viewer.id)).toEqual([])
  })

  it.each(['own', 'newest', 'oldest'])('pages through %s without a gap or a double', async (order) => {
    const ids = await keep('A', 'B', 'C', 'D', 'E')
    // Two were saved in the same moment, at the same place.
    await testDb().update(savedVideos).set({ savedAt: 5, place: 5 }).where(eq(savedVideos.userId, viewer.id))
    const seen: number[] = []
    for await (const { items } of pagesOf<SavedVideo>(client, `/api/account/saved?order=${order}&limit=2`)) {
      seen.push(...items.map(({ video }) => video.id))
    }
    expect(seen).toEqual(order === 'oldest' ? ids : ids.toReversed())
  })
})

describe('PUT /api/account/saved/:videoId/place', () => {
  it('moves one before another, up and down, and to the end', async () => {
    const [a, b, c, d] = await keep('A', 'B', 'C', 'D')
    expect(await titles()).toBe('D C B A')
    for (const [moved, before, expected] of [
      [a, d, 'A D C B'],
      [d, b, 'A C D B'],
      [a, null, 'C D B A'],
      // Moved to its present place.
      [b, a, 'C D B A'],
      [a, null, 'C D B A'],
      [c, a, 'D B C A'],
    ] as const) {
      expect((await move(moved, before)).status).toBe(204)
      expect(await titles()).toBe(expected)
    }
    await keep('E')
    expect(await titles()).toBe('E D B C A')
  })

  it('finds room between two neighbours however often', async () => {
    const [a = 0, b = 0, c = 0] = await keep('A', 'B', 'C')
    expect(await titles()).toBe('C B A')
    let [upper, lower] = [b, a]
    // Each moves to a place between the top and the other one, which halves the remaining gap.
    for (let times = 0; times < 120; times += 1) {
      expect((await move(lower, upper)).status).toBe(204)
      ;[upper, lower] = [lower, upper]
    }
    expect(await titles()).toBe('C B A')
    const places = (await rowsOf(viewer.id)).map(({ place }) => place)
    expect(new Set(places).size).toBe(3)
    expect(Math.max(...places)).toBe((await rowsOf(viewer.id)).find(({ videoId }) => videoId === c)?.place)
  })

  it('says the same of what is not saved, by whom it is saved, and of what never was', async () => {
    const [a] = await keep('A')
    const foreign = await makeVideo(owner.id)
    await save(foreign.id, await signInAs(await makeUser()))
    for (const [moved, before] of [
      [foreign.id, a],
      [a, foreign.id],
      [foreign.id, null],
      [999_999_999, null],
    ]) {
      expect([moved, before, (await move(moved, before)).status]).toEqual([moved, before, 404])
    }
  })
})
