import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ViewerState } from '#contract/schemas/videos/video'
import { watchHistory } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'

let owner: { id: number; username: string }
let client: TestClient

beforeAll(async () => {
  owner = await makeUser()
  client = await signInAs(await makeUser())
})

function report(id: number | string, position: unknown, from = client): Promise<Response> {
  return from.request('PUT', `/api/videos/${id}/progress`, { json: { position } })
}

async function positionOf(id: number, from = client): Promise<number | null | undefined> {
  const states = await from.json<ViewerState[]>('GET', `/api/videos/mine?ids=${id}`)
  return states[0]?.position
}

function rowsOf(videoId: number) {
  return testDb().select().from(watchHistory).where(eq(watchHistory.videoId, videoId))
}

describe('PUT /api/videos/:id/progress', () => {
  it('keeps where the account left the video, the last report wins', async () => {
    const { id } = await makeVideo(owner.id, { duration: 600 })
    expect(await positionOf(id)).toBeNull()
    for (const position of [100.25, 40]) {
      expect((await report(id, position)).status).toBe(204)
      expect(await positionOf(id)).toBe(position)
    }
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it.each([
    ['the first seconds', 9.9, null],
    ['ten seconds', 10, 10],
    ['just before the end', 569.9, 569.9],
    ['the last twentieth', 570, null],
    ['what lies behind the end', 700, null],
  ])('reads %s as it should', async (_, position, expected) => {
    const { id } = await makeVideo(owner.id, { duration: 600 })
    await report(id, 300)
    await report(id, position)
    expect(await positionOf(id)).toBe(expected)
    // It still counts as watched.
    expect((await rowsOf(id)).map((row) => row.position)).toEqual([expected ?? 0])
  })

  it('says when it was watched last', async () => {
    const { id } = await makeVideo(owner.id, { duration: 600 })
    const viewer = await signInAs(await makeUser())
    viewer.now = Date.now()
    await report(id, 60, viewer)
    viewer.now += 60_000
    await report(id, 120, viewer)
    expect((await rowsOf(id)).map(({ watchedAt }) => watchedAt)).toEqual([viewer.now])
  })

  it('keeps accounts and videos apart, and lists them in the order asked', async () => {
    const [first, second] = [
      await makeVideo(owner.id, { duration: 600 }),
      await makeVideo(owner.id, { duration: 600 }),
    ]
    const other = await signInAs(await makeUser())
    await report(first.id, 50)
    await report(second.id, 60, other)
    const states = await client.json<ViewerState[]>('GET', `/api/videos/mine?ids=${second.id},${first.id}`)
    expect(states.map(({ position }) => position)).toEqual([null, 50])
  })

  it('is for accounts', async () => {
    const { id } = await makeVideo(owner.id)
    const response = await report(id, 10, new TestClient())
    expect([response.status, (await problemOf(response)).code]).toEqual([401, 'unauthenticated'])
  })

  it('says the same of a hidden video, a locked one, one that never was, and what is no id', async () => {
    const hidden = await makeVideo(owner.id, { isPublic: false })
    const locked = await makeVideo(owner.id, { isPremium: true })
    const answers = await Promise.all(
      [hidden.id, locked.id, 999_999_999, '1e3', 'x'].map(async (id) => {
        const response = await report(id, 20)
        return [response.status, await response.text()]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await rowsOf(locked.id)).toEqual([])
  })

  it.each([-1, 1e7, '10', null, undefined, Number.NaN])('refuses the position %s', async (position) => {
    const { id } = await makeVideo(owner.id)
    const response = await report(id, position)
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_input'])
  })

  it('takes thirty reports a minute', async () => {
    const { id } = await makeVideo(owner.id, { duration: 600 })
    const eager = await signInAs(await makeUser())
    eager.now = Date.now()
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async () => (await report(id, 50, eager)).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    eager.now += 60_000
    expect((await report(id, 50, eager)).status).toBe(204)
  })
})
