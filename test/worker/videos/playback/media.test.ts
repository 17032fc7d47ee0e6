import { beforeAll, describe, expect, it } from 'vitest'
import { revokeSession } from '#db/queries/shared/revocations'
import { revocations } from '#db/schema'
import { testDb } from '#test/support/factories'
import {
  addressOf,
  cost,
  past,
  patternBytes,
  problemCode,
  request,
  revokeObject,
  sessionCookie,
  storeObject,
} from '#test/support/videos/media'
import { randomId } from '#worker/storage/keys'
import type { MediaToken } from '#worker/storage/media-token'

const db = testDb()
const bytes = patternBytes(100)
const hour = 3600_000
const now = Date.UTC(2027, 0, 10, 12)
const day = now / (24 * hour) - 0.5

function at(time: number): Record<string, string> {
  return { 'x-test-now': String(time) }
}

async function codeOf(response: Response): Promise<string> {
  if (response.ok) {
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    return 'allow'
  }
  expect(response.headers.get('cache-control')).toBe('no-store')
  return problemCode(response)
}

describe('who gets the bytes', () => {
  const owner = 7
  const sessions = {
    visitor: async () => '',
    account: () => sessionCookie({ userId: 1 }, now),
    lapsed: () => sessionCookie({ userId: 1, premiumUntil: now - 1 }, now),
    member: () => sessionCookie({ userId: 1, premiumUntil: now + hour }, now),
    owner: () => sessionCookie({ userId: owner }, now),
    administrator: () => sessionCookie({ userId: 2, staff: 'administrator' }, now),
    'a token with a broken signature': async () =>
      `${(await sessionCookie({ userId: owner, staff: 'administrator' }, now)).slice(0, -4)}AAAA`,
  }
  const rows = [
    ['visitor', 'allow', 'forbidden', 'forbidden'],
    ['account', 'allow', 'forbidden', 'forbidden'],
    ['lapsed', 'allow', 'forbidden', 'forbidden'],
    ['member', 'allow', 'allow', 'forbidden'],
    ['owner', 'allow', 'forbidden', 'allow'],
    ['administrator', 'allow', 'allow', 'allow'],
    ['a token with a broken signature', 'allow', 'forbidden', 'forbidden'],
  ] as const

  it.each(rows)('%s: free %s, premium %s, owner %s', async (viewer, ...expected) => {
    const cookie = [past, await sessions[viewer]()].filter(Boolean).join('; ')
    for (const [index, of] of (['free', 'premium', 'owner'] as const).entries()) {
      const address = addressOf(await storeObject(bytes, { class: of, owner, day }))
      for (const headers of [{}, { range: 'bytes=0-' }, { 'if-match': '*' }]) {
        const response = await request(address, { cookie, ...headers, ...at(now) })
        expect(await codeOf(response)).toBe(expected[index])
        if (!response.ok) expect(cost(response, 'r2').reads).toBe(0)
      }
      const head = await request(address, { cookie, ...at(now) }, 'HEAD')
      expect(head.ok).toBe(expected[index] === 'allow')
      const cached = await request(address, { cookie, 'if-none-match': '*', ...at(now) })
      expect(cached.status).toBe(expected[index] === 'allow' ? 304 : 403)
    }
  })

  it.each(['free', 'premium', 'owner'] as const)('nobody without gate or session: %s', async (of) => {
    const facts = await storeObject(bytes, { class: of, owner, day })
    for (const file of ['source.mp4', 'poster.jpg']) {
      const response = await request(addressOf(facts, file), { cookie: 'age_verified=0', ...at(now) })
      expect(await codeOf(response)).toBe('age_gate')
    }
    const signedIn = await request(addressOf({ ...facts, class: 'free' }), {
      cookie: await sessionCookie({}, now),
      ...at(now),
    })
    expect(await codeOf(signedIn)).toBe('allow')
  })

  async function keptAt(time: number, of: MediaToken['class'], file: string) {
    const facts = await storeObject(bytes, { class: of, owner, day })
    const cookie = await sessionCookie({ staff: 'administrator' }, time)
    const response = await request(addressOf(facts, file), { cookie, ...at(time) })
    await response.arrayBuffer()
    return response.headers.get('cache-control')
  }

  it.each([
    ['source.mp4', 'private, max-age=3600'],
    ['segment.m4s', 'private, max-age=3600'],
    ['init.mp4', 'private, max-age=3600'],
    ['poster.jpg', 'private, max-age=86400, immutable'],
    ['blurred.jpg', 'private, max-age=86400, immutable'],
    ['preview.mp4', 'private, max-age=86400, immutable'],
    ['storyboard.jpg', 'private, max-age=86400, immutable'],
    ['captions-en.vtt', 'private, max-age=86400, immutable'],
  ])('a browser keeps a free %s as %s', async (file, expected) => {
    expect(await keptAt(now, 'free', file)).toBe(expected)
    // A browser keeps no premium media, nor those of an owner or a case.
    for (const of of ['premium', 'owner', 'case'] as const)
      expect(await keptAt(now, of, file)).toBe('private, no-store')
  })

  it('a browser keeps nothing longer than its URL is good for', async () => {
    const end = (day + 2) * 24 * hour
    expect(await keptAt(end - hour + 1000, 'free', 'source.mp4')).toBe('private, max-age=3599')
    expect(await keptAt(end - 60_000, 'free', 'poster.jpg')).toBe('private, max-age=60, immutable')
  })
})

describe('what is no address of ours', () => {
  it('is a 404 that reads nothing: an unsigned, a changed, an expired one', async () => {
    const facts = await storeObject(bytes, { day })
    const address = addressOf(facts)
    const cases: [string, number][] = [
      [`/media/${facts.object}/source.mp4`, now],
      [address.replace('source.mp4', 'poster.jpg'), now],
      [address.replace('.1.', '.2.'), now],
      [address, now + 36 * hour],
      [address, now - 12 * hour - 1],
    ]
    for (const [path, time] of cases) {
      const response = await request(path, { cookie: past, ...at(time) })
      expect([path, response.status, await codeOf(response)]).toEqual([path, 404, 'not_found'])
      expect(cost(response, 'r2').reads).toBe(0)
    }
    expect(await codeOf(await request(address, { cookie: past, ...at(now + 36 * hour - 1) }))).toBe('allow')
  })

  it.each([
    ['cross-site', 403],
    ['same-origin', 200],
    ['same-site', 200],
    ['none', 200],
  ])('a request that comes %s is answered %i', async (site, status) => {
    const facts = await storeObject(bytes, { day })
    const response = await request(addressOf(facts), { cookie: past, 'sec-fetch-site': site, ...at(now) })
    expect(response.status).toBe(status)
    if (status === 403) expect(await problemCode(response)).toBe('cross_site')
    else await response.arrayBuffer()
  })
})

describe('revocations', () => {
  // Each test has its own hour, so the isolate's copy of the table is stale when it begins.
  let time = now
  let facts: MediaToken

  beforeAll(async () => {
    facts = await storeObject(bytes, { day, revision: 4 })
  })

  async function seenAt(moment: number, cookie: string, given = facts) {
    return request(addressOf(given), { cookie, ...at(moment) })
  }

  it('cost one query when they are due, none for the next ten seconds', async () => {
    time += hour
    const premium = await storeObject(bytes, { day, class: 'premium' })
    const cookie = await sessionCookie({ premiumUntil: time + hour }, time)
    const queries: (number | undefined)[] = []
    for (const after of [0, 0, 9_999, 10_000, 10_001, 20_000]) {
      const response = await seenAt(time + after, cookie, premium)
      await response.arrayBuffer()
      queries.push(cost(response, 'd1').queries)
    }
    expect(queries).toEqual([1, 0, 0, 1, 0, 1])
  })

  it('of an object count within thirty seconds, for revisions below and no others', async () => {
    time += hour
    expect(await codeOf(await seenAt(time, past))).toBe('allow')
    await revokeObject(facts.object, 5, time)
    expect(await codeOf(await seenAt(time + 30_000, past))).toBe('not_found')
    expect(await codeOf(await seenAt(time + 30_001, past, { ...facts, revision: 5 }))).toBe('allow')
    const other = await storeObject(bytes, { day, revision: 4 })
    expect(await codeOf(await seenAt(time + 30_002, past, other))).toBe('allow')
    // A browser with a copy isn't told that the copy is fresh.
    const copy = { cookie: past, 'if-none-match': `"${facts.object}"`, ...at(time + 30_003) }
    expect(await codeOf(await request(addressOf(facts), copy))).toBe('not_found')
    // A lower floor that comes later doesn't lift the revocation.
    await revokeObject(facts.object, 2, time + 31_000)
    expect(await codeOf(await seenAt(time + 61_000, past))).toBe('not_found')
  })

  it('of a session end that session for media, and nobody is told apart from a visitor', async () => {
    time += hour
    const premium = await storeObject(bytes, { day, class: 'premium' })
    const free = await storeObject(bytes, { day })
    const sessionId = randomId()
    const ended = await sessionCookie({ sessionId, premiumUntil: time + hour }, time)
    const another = await sessionCookie({ premiumUntil: time + hour }, time)
    expect(await codeOf(await seenAt(time, ended, premium))).toBe('allow')
    await revokeSession(db, sessionId, time)
    expect(await codeOf(await seenAt(time + 10_000, ended, premium))).toBe('age_gate')
    expect(await codeOf(await seenAt(time + 10_001, `${past}; ${ended}`, premium))).toBe('forbidden')
    expect(await codeOf(await seenAt(time + 10_002, `${past}; ${ended}`, free))).toBe('allow')
    expect(await codeOf(await seenAt(time + 10_003, another, premium))).toBe('allow')
  })

  it('that are forgotten after three days open nothing: a token counts no longer than that', async () => {
    time += hour
    const premium = await storeObject(bytes, { day, class: 'premium' })
    const issued = time - 3 * 24 * hour
    const old = await sessionCookie({ premiumUntil: time + hour }, issued)
    expect(await codeOf(await seenAt(time - 1, `${past}; ${old}`, premium))).toBe('allow')
    expect(await codeOf(await seenAt(time, `${past}; ${old}`, premium))).toBe('forbidden')
    expect(await codeOf(await seenAt(time, old, premium))).toBe('age_gate')
  })

  it('of an account end its tokens below the version', async () => {
    time += hour
    const premium = await storeObject(bytes, { day, class: 'premium' })
    const claims = { userId: 31, premiumUntil: time + hour }
    const old = await sessionCookie({ ...claims, tokenVersion: 2 }, time)
    const current = await sessionCookie({ ...claims, tokenVersion: 3 }, time)
    await db.insert(revocations).values({ kind: 'user', target: '31', below: 3, at: time })
    expect(await codeOf(await seenAt(time, `${past}; ${old}`, premium))).toBe('forbidden')
    expect(await codeOf(await seenAt(time + 1, `${past}; ${current}`, premium))).toBe('allow')
  })
})
