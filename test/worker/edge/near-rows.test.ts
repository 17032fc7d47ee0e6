import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { videos } from '#db/schema'
import { d1Cost, TestClient } from '../../support/client'
import { makeUser, makeVideo, signInAs, testDb } from '../../support/factories'
import { NearClient } from '../../support/near-client'

const second = 1000

let owner: { id: number; username: string }
/** The list that a test requests. No other test has requested it. */
let list: string
let limit = 20

beforeEach(async () => {
  owner = await makeUser()
  limit += 1
  list = `/api/videos?limit=${limit}`
})

afterEach(() => vi.restoreAllMocks())

function visitor(now: number): NearClient {
  const client = new NearClient()
  client.now = now
  return client
}

async function titles(client: TestClient): Promise<string[]> {
  return (await client.json<Video[]>('GET', list)).map(({ title }) => title)
}

describe('a copy of public rows', () => {
  it('is fresh for ten seconds, used for ten more while it is made anew, and then waited for', async () => {
    const now = Date.now()
    const { id } = await makeVideo(owner.id, { title: 'First name' })
    expect(await titles(visitor(now))).toContain('First name')
    await rename(id, 'Second name')
    const warm = await visitor(now + 9.9 * second).get(list)
    expect(d1Cost(warm)).toMatchObject({ queries: 0, trips: 0 })
    expect(await warm.text()).toContain('First name')
    // This request gets the old copy, and renews it.
    expect(await titles(visitor(now + 15 * second))).toContain('First name')
    expect(await titles(visitor(now + 16 * second))).toContain('Second name')
    await rename(id, 'Third name')
    expect(await titles(visitor(now + 36 * second))).toContain('Third name')
  })

  it('is made once for everyone who asks at the same time', async () => {
    await makeVideo(owner.id)
    const answers = await Promise.all(Array.from({ length: 200 }, () => visitor(Date.now()).get(list)))
    const reads = answers.reduce((sum, answer) => sum + d1Cost(answer).queries, 0)
    expect([answers.every(({ ok }) => ok), reads]).toEqual([true, 1])
  })

  it('is skipped by who has just written, for a minute', async () => {
    const { id } = await makeVideo(owner.id, { title: 'Before the change' })
    expect(await titles(new NearClient())).toContain('Before the change')
    const uploader = await signInAs(owner, new NearClient())
    const change = await uploader.request('PATCH', `/api/videos/${id}`, {
      json: { title: 'After the change' },
    })
    const [cookie] = change.headers.getSetCookie().filter((line) => line.startsWith('__Host-written='))
    expect(cookie).toMatch(/^__Host-written=[\da-f-]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await titles(uploader)).toContain('After the change')
    expect(await titles(new NearClient())).toContain('Before the change')
  })

  it.each(['x', '00000000-00000000-00000000-zzz', "'; drop table users"])(
    'is skipped, and nothing fails, with the cookie %j',
    async (cookie) => {
      const client = new NearClient()
      client.setCookie('__Host-written', encodeURIComponent(cookie))
      expect((await client.get(list)).status).toBe(200)
    },
  )

  it('says the same as the database, to every role', async () => {
    await makeVideo(owner.id, { isPremium: true })
    const premium = await makeUser({ premiumUntil: Date.now() + 3600 * second })
    const admin = await makeUser({ isAdmin: true })
    const now = Date.now()
    for (const path of [list, '/api/videos/trending', '/api/categories']) {
      await visitor(now).get(path)
      for (const user of [null, owner, premium, admin]) {
        const [near, far] = [new NearClient(), new TestClient()]
        if (user) await Promise.all([signInAs(user, near), signInAs(user, far)])
        near.dropCookie('__Host-written')
        near.now = far.now = now
        expect(await near.json('GET', path)).toEqual(await far.json('GET', path))
      }
    }
  })

  it('of a video is kept of public ones alone, whoever asks', async () => {
    const stored: string[] = []
    vi.spyOn(Cache.prototype, 'put').mockImplementation(async (_, response) => {
      stored.push(await response.text())
    })
    const open = await makeVideo(owner.id, { title: 'A title for all' })
    await new NearClient().get(`/video/${open.id}`)
    const mark = 'A title that nobody else may read'
    const states = [
      { isPublic: false },
      { isPublic: false, unlistedKey: 'a-key-of-an-unlisted-video' },
      { hold: 'quarantine' },
      { hold: 'removed' },
      { review: 'pending' },
      { status: 'processing' },
    ] as const
    const admin = await makeUser({ isAdmin: true })
    for (const state of states) {
      const { id } = await makeVideo(owner.id, { title: mark, description: mark, ...state })
      const paths = [`/video/${id}`, `/api/videos/${id}`, `/video/${id}?key=a-key-of-an-unlisted-video`]
      for (const user of [null, owner, admin]) {
        const client = user ? await signInAs(user, new NearClient()) : new NearClient()
        client.dropCookie('__Host-written')
        for (const path of paths) await client.get(path)
      }
    }
    expect(stored.some((text) => text.includes('A title for all'))).toBe(true)
    expect(stored.filter((text) => text.includes(mark))).toEqual([])
  })

  it.each([
    ['hidden', { isPublic: false }],
    ['quarantined', { hold: 'quarantine' }],
    ['removed', { hold: 'removed' }],
  ] as const)('of a video that was %s is gone within half a minute', async (_, change) => {
    const now = Date.now()
    const { id } = await makeVideo(owner.id, { title: 'Soon to be gone' })
    const page = `/video/${id}`
    expect(await titles(visitor(now))).toContain('Soon to be gone')
    expect((await visitor(now).get(page)).status).toBe(200)
    await testDb().update(videos).set(change).where(eq(videos.id, id))
    expect(await titles(visitor(now + 30 * second))).not.toContain('Soon to be gone')
    expect((await visitor(now + 30 * second).get(page)).status).toBe(404)
  })

  it('of a video that was made premium has no film within half a minute', async () => {
    const now = Date.now()
    const { id } = await makeVideo(owner.id)
    const one = `/api/videos/${id}`
    expect(await visitor(now).json<Video>('GET', one)).toMatchObject({ isPremium: false })
    await testDb().update(videos).set({ isPremium: true }).where(eq(videos.id, id))
    const after = await visitor(now + 30 * second).json<Video>('GET', one)
    expect(after).toMatchObject({ isPremium: true, videoUrl: null, sources: null })
  })

  it('is done without where the cache fails', async () => {
    vi.spyOn(Cache.prototype, 'match').mockRejectedValue(new Error('no cache'))
    vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new Error('no cache'))
    await makeVideo(owner.id, { title: 'Still there' })
    expect(await titles(new NearClient())).toContain('Still there')
  })

  it('cannot be asked for from outside', async () => {
    const found = await new NearClient().get('/.edge/rows/anything')
    expect(found.status).toBe(404)
  })
})

async function rename(id: number, title: string): Promise<void> {
  await testDb().update(videos).set({ title }).where(eq(videos.id, id))
}
