import { beforeAll, describe, expect, it } from 'vitest'
import { titlesAtMost } from '../../../../db/queries/videos/titles'
import { d1Cost, type TestClient } from '../../../support/client'
import { makeCategory, makeUser, signInAs } from '../../../support/factories'
import { fillContent, pagesOf } from '../../../support/videos/content'

// Enough rows of each kind for ten pages of every list below, and more titles than one search goes through.
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

const states = ['live', 'private', 'pending', 'rejected']
const exact = [
  ...['', 'state=broken', 'state=held', 'isPremium=true', 'isPremium=false', 'reported=true'],
  ...['owner=$owner', 'categoryId=$category', 'reported=true&owner=$owner'],
  ...[
    'sort=title',
    'sort=views',
    'sort=length',
    'order=asc',
    'sort=title&order=desc',
    'sort=views&order=asc',
  ],
  ...['sort=title&state=live', 'state=pending&order=asc'],
  ...states.map((state) => `state=${state}`),
  ...states.map((state) => `state=${state}&categoryId=$category`),
  ...states.filter((state) => state !== 'live').map((state) => `state=${state}&owner=$owner`),
  ...['true', 'false'].map((isPremium) => `state=live&isPremium=${isPremium}`),
]
const lookedThrough = [
  ...states.slice(1).flatMap((state) => [`state=${state}&isPremium=true`, `state=${state}&isPremium=false`]),
  ...['state=live&owner=$owner', 'categoryId=$category&isPremium=true', 'owner=$owner&isPremium=false'],
  ...['reported=true&isPremium=false', 'reported=false'],
  ...['sort=views&state=live', 'sort=length&isPremium=false', 'sort=title&isPremium=false'],
]

/** Returns the rows that the first ten pages of a list show and read. */
async function tenPages(query: string): Promise<{ shown: number; rowsRead: number }[]> {
  const path = `/api/admin/videos?limit=${limit}&${query}`
    .replace('$owner', encodeURIComponent(owner))
    .replace('$category', String(category))
  // From here on the isolate has the settings.
  await admin.get('/api/settings')
  const costs: { shown: number; rowsRead: number }[] = []
  for await (const { response, items } of pagesOf(admin, path)) {
    costs.push({ shown: items.length, rowsRead: d1Cost(response).rowsRead })
    if (costs.length === 10) break
  }
  return costs
}

describe('a page of all content reads at most five rows for each that it shows', () => {
  it.each(exact)('%s', async (query) => {
    const pages = await tenPages(query)
    expect(pages.map(({ shown }) => shown)).toEqual(Array.from({ length: 10 }, () => limit))
    for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(5 * limit)
  })

  it.each(lookedThrough)('%s, of which not every video on the way matches', async (query) => {
    const pages = await tenPages(query)
    const sum = (name: 'shown' | 'rowsRead') => pages.reduce((total, page) => total + page[name], 0)
    expect(pages).toHaveLength(10)
    expect(sum('rowsRead')).toBeLessThanOrEqual(5 * sum('shown'))
  })
})

describe('a search of titles', () => {
  it.each(['q=lip', 'q=clip&state=live', 'q=clip&order=desc', 'q=clip&isPremium=false'])(
    'goes no further than its page (%s)',
    async (query) => {
      for (const { shown, rowsRead } of await tenPages(query)) {
        expect(shown).toBe(limit)
        expect(rowsRead).toBeLessThanOrEqual(12 * limit)
      }
    },
  )

  it.each(['q=9 clip', 'q=nothing'])('goes through a bounded number of titles (%s)', async (query) => {
    const pages = await tenPages(query)
    expect(pages.length).toBeGreaterThan(1)
    // Two statements for each of two scans: the search, and where it ended.
    for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(4 * titlesAtMost + 10 * limit)
  })
})

/** Eight scans of twice a page, the matches, and the rows of every request. */
const bound = 17 * limit + 5

it.each(['state=held&categoryId=$category&isPremium=true&reported=true', 'q=clip&owner=$owner&state=broken'])(
  'a page of what no index holds together (%s) is bounded',
  async (query) => {
    for (const { rowsRead } of await tenPages(query)) expect(rowsRead).toBeLessThanOrEqual(bound)
  },
)

it('a page of what is not there is empty after a bounded look, with the next one behind it', async () => {
  const pages = await tenPages('owner=$owner&categoryId=999999')
  expect(pages.length).toBeGreaterThan(1)
  for (const { shown, rowsRead } of pages) {
    expect(shown).toBe(0)
    expect(rowsRead).toBeLessThanOrEqual(bound)
  }
})
