import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { likes } from '#db/schema'

import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'

let owner: { id: number; username: string }
let fan: { id: number; username: string }
let client: TestClient

beforeAll(async () => {
  owner = await makeUser()
  fan = await makeUser()
  client = await signInAs(fan)
})

async function answer(method: 'POST' | 'DELETE', id: number | string, from = client) {
  const response = await from.request(method, `/api/videos/${id}/like`)
  return { status: response.status, body: await response.text() }
}

async function rowsOf(videoId: number): Promise<number> {
  return (await testDb().select().from(likes).where(eq(likes.videoId, videoId))).length
}

describe('POST and DELETE /api/videos/:id/like', () => {
  it('likes once, takes it back once, however often it is asked', async () => {
    const { id } = await makeVideo(owner.id)
    const steps = [
      ['POST', true, 1],
      ['POST', true, 1],
      ['DELETE', false, 0],
      ['DELETE', false, 0],
      ['POST', true, 1],
    ] as const
    for (const [method, liked, count] of steps) {
      expect(await answer(method, id)).toEqual({ status: 200, body: JSON.stringify({ liked, likes: count }) })
      expect([(await videoRow(id))?.likes, await rowsOf(id)]).toEqual([count, count])
    }
  })

  it('counts one like out of twelve at the same moment, and one taken back out of twelve', async () => {
    const { id } = await makeVideo(owner.id)
    const twelve = (method: 'POST' | 'DELETE') =>
      Promise.all(Array.from({ length: 12 }, () => answer(method, id)))
    expect((await twelve('POST')).map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect([(await videoRow(id))?.likes, await rowsOf(id)]).toEqual([1, 1])
    await twelve('DELETE')
    expect([(await videoRow(id))?.likes, await rowsOf(id)]).toEqual([0, 0])
  })

  it('keeps the likes of different accounts apart', async () => {
    const { id } = await makeVideo(owner.id)
    const other = await signInAs(await makeUser())
    await answer('POST', id)
    expect((await answer('POST', id, other)).body).toBe('{"liked":true,"likes":2}')
    expect((await answer('DELETE', id)).body).toBe('{"liked":false,"likes":1}')
  })

  it('asks a visitor to sign in', async () => {
    const { id } = await makeVideo(owner.id)
    const { status, body } = await answer('POST', id, new TestClient())
    expect([status, JSON.parse(body).code]).toEqual([401, 'unauthenticated'])
    expect((await videoRow(id))?.likes).toBe(0)
  })

  it('says the same of a hidden video, one that never was, and what is no id', async () => {
    const hidden = await makeVideo(owner.id, { isPublic: false })
    const pending = await makeVideo(owner.id, { review: 'pending' })
    const held = await makeVideo(fan.id, { hold: 'removed' })
    const never = await answer('POST', 999_999_999)
    expect(never.status).toBe(404)
    for (const id of [hidden.id, pending.id, held.id, '1e3', '007', '-1', 'x']) {
      expect([await answer('POST', id), await answer('DELETE', id)]).toEqual([never, never])
    }
    expect(await rowsOf(hidden.id)).toBe(0)
  })

  it('lets an account try sixty times a minute', async () => {
    const { id } = await makeVideo(owner.id)
    const eager = await signInAs(await makeUser())
    eager.now = Date.now()
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await answer('POST', id, eager)).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    eager.now += 60_000
    expect((await answer('POST', id, eager)).status).toBe(200)
  })
})

describe('GET /api/videos/mine', () => {
  it('says which of a list the account likes, in the order asked, unknown ones too', async () => {
    const [first, second] = [await makeVideo(owner.id), await makeVideo(owner.id)]
    await answer('POST', second.id)
    const response = await client.get(`/api/videos/mine?ids=${second.id},999999999,${first.id}`)
    expect(await response.json()).toEqual([
      { id: second.id, liked: true, saved: false, position: null },
      { id: 999_999_999, liked: false, saved: false, position: null },
      { id: first.id, liked: false, saved: false, position: null },
    ])
  })

  it.each(['', '?ids=', '?ids=1,', '?ids=x', `?ids=${Array(51).fill(1).join(',')}`, '?ids=1&page=2'])(
    'refuses %s',
    async (query) => {
      expect((await client.get(`/api/videos/mine${query}`)).status).toBe(400)
    },
  )

  it('is for accounts only', async () => {
    expect((await new TestClient().get('/api/videos/mine?ids=1')).status).toBe(401)
  })
})
