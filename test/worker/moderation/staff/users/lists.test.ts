import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminUser } from '#contract/schemas/moderation/users'
import { d1Cost, problemOf, type TestClient } from '#test/support/client'
import { emptySite } from '#test/support/empty-site'
import { ban, day, makeTerm, makeUser, randomLetters, signInAs } from '#test/support/factories'

let administrator: { username: string }
let client: TestClient
/** Prefix of the usernames and email addresses of this file's accounts. */
const start = randomLetters(6)
const total = 150

/** Inserts accounts with this prefix. Every 25th has a running term, and all terms end at the same time. */
async function fillAccounts(count: number, beginning = start): Promise<void> {
  await env.DB.prepare(
    `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     select ?2 || i, ?2 || i, ?2 || i, ?2 || i || '@example.com', ?2 || i || '@example.com', '-', i from n`,
  )
    .bind(count, beginning)
    .run()
  await env.DB.prepare(
    `insert into subscriptions (user_id, premium_until, plan, updated_at)
     select id, ?1, iif(created_at % 2, 'monthly', 'yearly'), 0 from users where username_canonical >= ?2
       and username_canonical < ?2 || '~' and (created_at % 4 = 0 or created_at % 25 = 0)`,
  )
    .bind(Date.now() + 40 * day, beginning)
    .run()
}

beforeEach(async () => {
  await emptySite()
  await fillAccounts(total)
  administrator = await makeUser({ isAdmin: true })
  client = await signInAs(administrator)
})

/** Follows `Link` to the end; returns the rows and the cost of each page. */
async function pageThrough(first: string) {
  const pages: { users: AdminUser[]; rowsRead: number }[] = []
  let path: string | undefined = first
  while (path !== undefined) {
    const response: Response = await client.get(path)
    expect([path, response.status]).toEqual([path, 200])
    pages.push({ users: await response.json<AdminUser[]>(), rowsRead: d1Cost(response).rowsRead })
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    expect(pages.length).toBeLessThan(100)
  }
  return pages
}

const namesOf = (pages: { users: AdminUser[] }[]) =>
  pages.flatMap(({ users }) => users.map((user) => user.username))

/** Returns only this file's names, since every test file's administrator is in the list, too. */
const ours = (names: string[]) => names.filter((name) => name.startsWith(start))
const numbered = (numbers: number[]) => numbers.map((number) => `${start}${number}`)
const all = Array.from({ length: total }, (_, index) => index + 1)

describe('the list of accounts', () => {
  it('goes from the newest to the oldest, each once', async () => {
    const pages = await pageThrough('/api/admin/users?limit=20')
    expect(ours(namesOf(pages))).toEqual(numbered(all.toReversed()))
  })

  it.each(['order=asc', 'sort=name', 'sort=name&order=desc'])(
    'goes in other orders, too, each once and at the same cost (%s)',
    async (query) => {
      const pages = await pageThrough(`/api/admin/users?limit=20&${query}`)
      const byName = numbered(all).toSorted()
      const isReversed = query.endsWith('desc')
      const expected = query === 'order=asc' ? numbered(all) : isReversed ? byName.toReversed() : byName
      expect(ours(namesOf(pages))).toEqual(expected)
      for (const { rowsRead } of pages) expect(rowsRead).toBeLessThanOrEqual(5 * 20)
    },
  )

  it('refuses an order that no index gives it', async () => {
    for (const query of [
      'sort=name&filter=banned',
      'q=a&sort=joined',
      'filter=premium&order=desc',
      'sort=premium',
    ]) {
      expect([query, (await client.get(`/api/admin/users?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('says what administrators need of each', async () => {
    const until = Date.now() + 5 * day
    const { username } = await makeUser({ isAdmin: true, premiumUntil: until })
    const [shown] = await client.json<AdminUser[]>('GET', '/api/admin/users?limit=1')
    expect(shown).toEqual({
      id: expect.any(Number),
      username,
      email: `${username}@example.com`,
      emailVerified: false,
      createdAt: expect.any(String),
      isPremium: true,
      premiumUntil: new Date(until).toISOString(),
      isAdmin: true,
      staff: 'administrator',
      ban: null,
    })
  })

  it('can be of everyone with a role', async () => {
    const made = [
      await makeUser({ staff: 'support' }),
      await makeUser({ staff: 'moderator' }),
      await makeUser({ staff: 'owner' }),
    ]
    const pages = await pageThrough('/api/admin/users?limit=2&filter=staff')
    const users = pages.flatMap((page) => page.users)
    expect(users.every(({ staff }) => staff !== null)).toBe(true)
    expect(namesOf(pages)).toEqual(expect.arrayContaining(made.map(({ username }) => username)))
    expect(namesOf(pages)).toContain(administrator.username)
    const [support] = made
    const found = await client.json<AdminUser[]>(
      'GET',
      `/api/admin/users?filter=staff&q=${support?.username}`,
    )
    expect(found).toEqual([expect.objectContaining({ staff: 'support' })])
  })

  it('can be of administrators alone', async () => {
    const { username } = await makeUser({ isAdmin: true })
    const pages = await pageThrough('/api/admin/users?limit=2&filter=admin')
    const users = pages.flatMap((page) => page.users)
    expect(users.every(({ isAdmin }) => isAdmin)).toBe(true)
    expect(namesOf(pages)).toContain(username)
    expect(namesOf(pages)).toContain(administrator.username)
  })

  it('can be of those who are banned now', async () => {
    const [banned, forNow, over] = [await makeUser(), await makeUser(), await makeUser()]
    await ban(banned.id)
    await ban(forNow.id, Date.now() + day)
    await ban(over.id, Date.now() - 1)
    const pages = await pageThrough('/api/admin/users?limit=1&filter=banned')
    expect(namesOf(pages)).toEqual([forNow.username, banned.username])
    expect(pages[1]?.users[0]?.ban).toEqual({ reason: 'spam', until: null })
  })

  it('can be of members, those first whose term ends first, also where many end at one time', async () => {
    const [late, soon, over] = [await makeUser(), await makeUser(), await makeUser()]
    await makeTerm(late.id, Date.now() + 90 * day, 'yearly')
    await makeTerm(soon.id, Date.now() + day)
    await makeTerm(over.id, Date.now() - day)
    const pages = await pageThrough('/api/admin/users?limit=7&filter=premium')
    const terms = pages.flatMap(({ users }) => users.map((user) => Date.parse(user.premiumUntil ?? '')))
    expect(terms).toEqual(terms.toSorted((a, b) => a - b))
    const names = namesOf(pages)
    expect(new Set(names).size).toBe(names.length)
    expect(ours(names).toSorted()).toEqual(
      numbered(all.filter((number) => number % 4 === 0 || number % 25 === 0)).toSorted(),
    )
    expect(names).toContain(soon.username)
    expect(names.at(-1)).toBe(late.username)
    expect(names).not.toContain(over.username)
  })
})

describe('the search', () => {
  const search = (q: string, more = '') =>
    pageThrough(`/api/admin/users?limit=10&q=${encodeURIComponent(q)}${more}`)

  it('finds by the beginning of a name or a mail address, each account once, by the alphabet', async () => {
    const found = ours(namesOf(await search(start)))
    expect(found).toEqual(numbered(all).toSorted())
    expect(namesOf(await search(`${start}77`))).toEqual([`${start}77`])
    expect(namesOf(await search(`${start}77@`))).toEqual([`${start}77`])
    expect(namesOf(await search(`x${start}`))).toEqual([])
  })

  it('folds what was typed as sign-up does, and takes nothing for a wildcard', async () => {
    expect(namesOf(await search(`${start.toUpperCase()}150`))).toEqual([`${start}150`])
    expect(namesOf(await search(`${start}150@EXAMPLE`))).toEqual([`${start}150`])
    for (const q of ['%', '_', `${start}%`, `${start}__`])
      expect([q, namesOf(await search(q))]).toEqual([q, []])
  })

  it('shows who is found by name and by another mail address where they come first', async () => {
    const name = randomLetters(8)
    const people = [
      { username: `${name}b`, email: `${name}a@example.com` },
      { username: `${name}c`, email: `${name}d@example.com` },
      { username: `${name}f`, email: `other${name}@example.com` },
      { username: `other${name}`, email: `${name}e@example.com` },
    ]
    for (const { username, email } of people)
      await env.DB.prepare(
        `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
         values (?1, ?1, ?1, ?2, ?2, '-', 0)`,
      )
        .bind(username, email)
        .run()
    for (const limit of [1, 2, 3, 10])
      expect(namesOf(await pageThrough(`/api/admin/users?limit=${limit}&q=${name}`))).toEqual([
        `${name}b`,
        `${name}c`,
        `other${name}`,
        `${name}f`,
      ])
  })

  it('stays with what begins so on every page, also where a name and a mail address fold differently', async () => {
    const people = Array.from({ length: 25 }, (_, index) => `ss${start}${index + 10}`)
    // After the last username, and before the first email address.
    for (const name of [...people, `tt${start}`])
      await env.DB.prepare(
        `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
         values (?1, ?1, ?1, ?1 || '@example.com', ?1 || '@example.com', '-', 0)`,
      )
        .bind(name)
        .run()
    const pages = await search(`ß${start}`)
    expect(pages.map(({ users }) => users.length)).toEqual([10, 10, 5])
    expect(namesOf(pages)).toEqual(people)
  })

  it('goes with a filter, and looks through no more than its share a page', async () => {
    const banned = numbered([5, 50])
    for (const name of banned) {
      const [user] = await client.json<AdminUser[]>('GET', `/api/admin/users?q=${name}@`)
      await ban(user?.id ?? 0)
    }
    expect(namesOf(await search(start, '&filter=banned'))).toEqual([`${start}50`, `${start}5`])
    expect(namesOf(await search(start, '&filter=admin'))).toEqual([])
    expect(namesOf(await search(start, '&filter=premium')).length).toBe(42)
  })

  it.each([
    ['admin', 'is_admin = 1'],
    ['banned', "ban_reason = 'spam'"],
    ['premium', null],
  ])(
    'of %s reads five rows at most for each that a page may have, however many match',
    async (filter, set) => {
      const beginning = randomLetters(6)
      await fillAccounts(60, beginning)
      if (set) {
        const ours = `username_canonical >= ?1 and username_canonical < ?1 || '~'`
        await env.DB.prepare(`update users set ${set} where ${ours}`).bind(beginning).run()
      }
      for (const q of [beginning, `${beginning}1`, start, 'nobody']) {
        const pages = await search(q, `&filter=${filter}`)
        if (q === beginning) expect(namesOf(pages).length).toBe(filter === 'premium' ? 17 : 60)
        // Two rows are the session and its account.
        for (const { rowsRead } of pages)
          expect([q, rowsRead - 2 <= 5 * 10, rowsRead]).toEqual([q, true, rowsRead])
      }
    },
  )

  it('refuses a cursor that is none', async () => {
    const response = await client.get('/api/admin/users?cursor=nonsense')
    expect((await problemOf(response)).code).toBe('invalid_input')
  })
})

describe('cost', () => {
  it.each([
    ['all', ''],
    ['members', '&filter=premium'],
    ['a search', `&q=${start}`],
  ])(
    'of %s is at most five rows for each that is shown, on the tenth page as on the first',
    async (_, query) => {
      const pages = await pageThrough(`/api/admin/users?limit=4${query}`)
      for (const page of [pages[0], pages[9]]) {
        // Two rows are the session and its account.
        expect(page?.users.length).toBe(4)
        expect(page && page.rowsRead - 2).toBeLessThanOrEqual(5 * 4)
      }
    },
  )
})
