import { beforeAll, describe, expect, it } from 'vitest'
import { scannedAtMost } from '#db/queries/moderation/content-admin'
import { titlesAtMost } from '#db/queries/videos/search/titles'
import { d1Cost, type TestClient } from '#test/support/client'
import { makeCategory, makeUser, signInAs } from '#test/support/factories'
import { fillContent, pagesOf } from '#test/support/videos/content'

// Enough rows of each kind for ten pages of every list below, and more titles than one search reads.
const count = 2 * titlesAtMost + 500
const limit = 10

let admin: TestClient
let owner: string
let category: number

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  const uploader = await makeUser()
  owner = uploader.username
  const categories = [await makeCategory(), await makeCategory(), await makeCategory(), await makeCategory()]
  category = categories[0] ?? 0
  await fillContent([uploader.id, (await makeUser()).id], categories, count)
}, 60_000)

const states = ['live', 'private', 'pending', 'rejected', 'broken', 'held']
/** Lists that contain all rows of an index. */
const whole = [
  '',
  'reported=true',
  'owner=$owner',
  'categoryId=$category',
  'state=private',
  'sort=title',
  'sort=views',
  'sort=length',
  'order=asc',
  'sort=title&order=desc',
  'sort=views&order=asc',
  'state=live',
  'state=live&categoryId=$category',
  'sort=title&state=live',
  ...['true', 'false'].map((isPremium) => `state=live&isPremium=${isPremium}`),
]
/** Lists that contain some rows of an index. */
const some = [
  ...states.slice(2).flatMap((state) => [`state=${state}`, `state=${state}&order=asc`]),
  ...states.slice(1).map((state) => `state=${state}&categoryId=$category`),
  ...states.slice(1).flatMap((state) => [`state=${state}&isPremium=true`, `state=${state}&isPremium=false`]),
  ...states.map((state) => `state=${state}&owner=$owner`),
  'isPremium=true',
  'isPremium=false',
  'categoryId=$category&isPremium=true',
  'owner=$owner&isPremium=false',
  'reported=true&isPremium=false',
  'reported=true&owner=$owner',
  'reported=false',
  'sort=views&state=live',
  'sort=length&isPremium=false',
  'sort=title&isPremium=false',
]

/** Returns the numbers of rows that the first pages of a list show and read. */
async function firstPages(query: string, atMost: number): Promise<{ shown: number; rowsRead: number }[]> {
  const path = `/api/admin/videos?limit=${limit}&${query}`
    .replace('$owner', encodeURIComponent(owner))
    .replace('$category', String(category))
  // The isolate has the settings from here on.
  await admin.get('/api/settings')
  const costs: { shown: number; rowsRead: number }[] = []
  for await (const { response, items } of pagesOf(admin, path)) {
    costs.push({ shown: items.length, rowsRead: d1Cost(response).rowsRead })
    if (costs.length === atMost) break
  }
  return costs
}

describe('a page of all content', () => {
  it.each(whole)('reads at most five rows for each that it shows (%s)', async (query) => {
    const pages = await firstPages(query, 10)
    expect(pages.map(({ shown }) => shown)).toEqual(Array.from({ length: 10 }, () => limit))
    for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(5 * limit)
  })

  it.each(some)(
    'is full after a bounded scan, though not every video on the way matches (%s)',
    async (query) => {
      const pages = await firstPages(query, 3)
      expect(pages.slice(0, -1).map(({ shown }) => shown)).toEqual(pages.slice(1).map(() => limit))
      expect(pages[0]?.shown).toBeGreaterThan(0)
      for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(scannedAtMost)
    },
  )
})

describe('a search of titles', () => {
  it.each(['q=lip', 'q=clip&state=live', 'q=clip&order=desc', 'q=clip&isPremium=false'])(
    'goes no further than its page (%s)',
    async (query) => {
      for (const { shown, rowsRead } of await firstPages(query, 10)) {
        expect(shown).toBe(limit)
        expect(rowsRead).toBeLessThanOrEqual(12 * limit)
      }
    },
  )

  it.each(['q=9 clip', 'q=nothing'])('goes through a bounded number of titles (%s)', async (query) => {
    const pages = await firstPages(query, 10)
    expect(pages.length).toBeGreaterThan(1)
    // Two statements for each of two scans: the search, and its end.
    for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(4 * titlesAtMost + 10 * limit)
  })
})

/** A scan, a second look for its end, the rows of a page, and those of every request. */
const bound = 2 * scannedAtMost + 5 * limit

it.each(['state=held&categoryId=$category&isPremium=true&reported=true', 'q=clip&owner=$owner&state=broken'])(
  'a page of what no index holds together (%s) is bounded',
  async (query) => {
    for (const { rowsRead } of await firstPages(query, 10)) expect(rowsRead).toBeLessThanOrEqual(bound)
  },
)

it('a page of what is not there is empty after a bounded scan, with the next one behind it', async () => {
  const pages = await firstPages('owner=$owner&categoryId=999999', 10)
  expect(pages.length).toBeGreaterThan(1)
  for (const { shown, rowsRead } of pages) {
    expect(shown).toBe(0)
    expect(rowsRead).toBeLessThanOrEqual(bound)
  }
})
