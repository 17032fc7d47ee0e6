import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { categories } from '#db/schema'
import { d1Cost, TestClient } from '../../support/client'
import { makeCategory, makeUser, makeVideo, signInAs, testDb, testPassword } from '../../support/factories'
import { NearClient } from '../../support/near-client'

// The number of successive round trips to the database, each of which takes as long as the database is far.
// The first request at a place finds no copies there; the second does.

/** IDs of videos that a search finds. */
let ids: number[]
let slug: string
let viewer: { id: number; username: string }

beforeAll(async () => {
  const owner = await makeUser()
  const categoryId = await makeCategory()
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map(() => makeVideo(owner.id, { categoryId, title: 'Harbour lights' })),
  )
  ids = made.map(({ id }) => id)
  viewer = await makeUser()
  const [category] = await testDb().select().from(categories).where(eq(categories.id, categoryId))
  slug = category?.slug ?? ''
})

/**
 * Returns the trips of a first and a second request. The second doesn't have the cookie about the first one's
 * writes.
 */
async function tripsOf(client: TestClient, method: string, path: string, json?: unknown) {
  const trips: number[] = []
  for (const _ of [1, 2]) {
    client.dropCookie('__Host-written')
    const response = await client.request(method, path, json === undefined ? {} : { json })
    expect([path, response.ok]).toEqual([path, true])
    await response.text()
    trips.push(d1Cost(response).trips)
  }
  return trips
}

const read = (path: string) => () => path
const pages: [name: string, path: () => string][] = [
  ['home', read('/')],
  ['the premium page', read('/premium')],
  ['trending', read('/trending')],
  ['categories', read('/categories')],
  ['a category', () => `/categories/${slug}`],
  ['a video', () => `/video/${ids[0]}`],
  ["a list's first page", read('/api/videos?limit=5')],
  ['one video', () => `/api/videos/${ids[1]}`],
  ['a search', read('/api/search?q=harbour')],
]

describe('trips to the database in a row', () => {
  it.each(pages)('%s: one cold and none warm, and one for an account', async (_, path) => {
    expect(await tripsOf(new NearClient(), 'GET', path())).toEqual([1, 0])
    const member = await signInAs(viewer, new NearClient())
    expect(await tripsOf(member, 'GET', path())).toEqual([1, 1])
  })

  it.each(['/api/settings', '/api/categories'])('%s: none for an account', async (path) => {
    await new NearClient().get(path)
    expect(await tripsOf(await signInAs(viewer, new NearClient()), 'GET', path)).toEqual([0, 0])
  })

  it.each(['/api/auth/me'])('%s: one', async (path) => {
    expect(await tripsOf(await signInAs(viewer, new NearClient()), 'GET', path)).toEqual([1, 1])
  })

  it('a sign-in: two, and three on a device that signed in before', async () => {
    const client = new TestClient()
    const json = { username: viewer.username, password: testPassword }
    const trips = async () => d1Cost(await client.request('POST', '/api/auth/login', { json })).trips
    expect(await trips()).toBe(2)
    client.dropCookie('__Host-session')
    expect(await trips()).toBe(3)
  })

  it('a view: one', async () => {
    expect(await tripsOf(new TestClient(), 'POST', `/api/videos/${ids[0]}/view`)).toEqual([1, 1])
    const member = await signInAs(viewer)
    expect(await tripsOf(member, 'POST', `/api/videos/${ids[0]}/view`)).toEqual([1, 1])
  })

  it('a saved place: one', async () => {
    const path = `/api/videos/${ids[0]}/progress`
    expect(await tripsOf(await signInAs(viewer), 'PUT', path, { position: 1 })).toEqual([1, 1])
  })
})
