import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FieldData } from '#contract/schemas/site/field-data'
import { day, dayOf } from '#contract/values/shared/time'
import { fieldCounts } from '#db/schema'
import { pruneExpired } from '#worker/jobs/prune'
import { visitsADay } from '#worker/services/site/field-data/record'
import { problemOf, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { EnvClient } from '../../support/env-client'
import { changeSettings, makeUser, makeVideo, signInAs, testDb } from '../../support/factories'
import { productionVars } from '../../support/vars'

const db = testDb()
const path = '/api/field-data'
const measuredSite = { ...env, FIELD_SHARE: '1' }

beforeEach(async () => {
  await db.delete(fieldCounts)
  await changeSettings({ fieldData: true })
})

const rows = () => db.select().from(fieldCounts)
const visitor = () => new EnvClient(measuredSite)
const report = (client: TestClient, json: unknown) => client.request('POST', path, { json })
const figures = async () => {
  const admin = await signInAs(await makeUser({ isAdmin: true }))
  return admin.json<FieldData>('GET', '/api/admin/field-data')
}

describe('POST /api/field-data', () => {
  it('counts a visit, which the panel shows', async () => {
    const page = {
      route: '/video/:id',
      lcp: 1200,
      inp: 90,
      cls: 0.02,
      firstFrame: 700,
      stalls: 0,
      quality: 720,
    }
    const response = await report(visitor(), { ...page, hits: 8, misses: 2 })
    expect([response.status, response.headers.getSetCookie()]).toEqual([204, []])
    await report(visitor(), { ...page, stalls: 3, quality: 1080, errors: ['decode'] })
    await report(visitor(), { route: '/', lcp: 4500 })
    const data = await figures()
    expect(data).toMatchObject({
      isOn: true,
      from: 'database',
      days: 7,
      visits: 3,
      plays: { count: 2, stalled: 1 },
      edgeCache: { hits: 8, misses: 2 },
      qualities: [
        { quality: 720, plays: 1 },
        { quality: 1080, plays: 1 },
      ],
      errors: [{ code: 'decode', visits: 1 }],
    })
    expect(data.routes.map(({ route, visits }) => [route, visits])).toEqual([
      ['/video/:id', 2],
      ['/', 1],
    ])
    const [video, home] = data.routes
    expect(video?.lcp?.p75).toBeGreaterThan(1000)
    expect(video?.lcp?.p75).toBeLessThan(1250)
    expect(home?.lcp?.p75).toBeGreaterThan(4000)
    expect(home?.firstFrame).toBeNull()
    expect(data.lcp?.visits).toBe(3)
  })

  it('takes nothing that it has no bucket for', async () => {
    const hostile = [
      { route: '/video/1' },
      { route: '/video/:id', video: 1 },
      { lcp: 100 },
      { route: '/', lcp: -1 },
      { route: '/', lcp: '100' },
      { route: '/', lcp: 1e9 },
      { route: '/', cls: 101 },
      { route: '/', stalls: 1.5 },
      { route: '/', quality: 721 },
      { route: '/', errors: ['anything'] },
      { route: '/', errors: Array(6).fill('script') },
      { route: '/', hits: 501 },
      { route: '/', colo: 'FRA' },
      [],
    ]
    for (const json of hostile) {
      const response = await report(visitor(), json)
      expect([json, (await problemOf(response)).code]).toEqual([json, 'invalid_input'])
    }
    expect(await rows()).toEqual([])
  })

  it('is answered alike where nothing is measured, and counts nothing', async () => {
    await changeSettings({ fieldData: false })
    expect((await report(visitor(), { route: '/' })).status).toBe(204)
    expect(await rows()).toEqual([])
    expect(await figures()).toMatchObject({ isOn: false, visits: 0, lcp: null, routes: [] })
  })

  it('is answered alike beyond what an address may send, and leaves its attempts to sign in', async () => {
    const client = visitor()
    for (let sent = 0; sent < 40; sent += 1) expect((await report(client, { route: '/' })).status).toBe(204)
    expect((await figures()).visits).toBe(30)
    const json = { username: 'nobody', password: 'a good password' }
    expect((await client.request('POST', '/api/auth/login', { json })).status).not.toBe(429)
  })

  it('adds nothing to a day that is full, however much comes', async () => {
    const now = Date.now()
    const full = { day: dayOf(now), metric: 'visit', route: '/', bucket: 'all', count: visitsADay - 1 }
    await db.insert(fieldCounts).values(full)
    const clients = Array.from({ length: 5 }, visitor)
    await Promise.all(clients.map((client) => report(client, { route: '/premium', lcp: 100 })))
    const counted = await rows()
    const added = counted.filter(({ route }) => route === '/premium')
    expect(added.map(({ metric, count }) => [metric, count]).sort()).toEqual([
      ['lcp', 1],
      ['visit', 1],
    ])
  })

  it('is refused from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const response = await visitor().request('POST', path, { json: { route: '/' }, headers })
    expect((await problemOf(response)).code).toBe('cross_site')
  })
})

describe('the counts of a day', () => {
  it('are shown for a week, and go after thirty days', async () => {
    const now = Date.now()
    const visits = (daysAgo: number) => {
      const row = { metric: 'visit', route: '/', bucket: 'all', count: 1 }
      return { ...row, day: dayOf(now) - daysAgo }
    }
    await db.insert(fieldCounts).values([0, 6, 7, 29, 30, 31].map(visits))
    expect((await figures()).visits).toBe(2)
    await pruneExpired(await jobContext(now))
    expect((await rows()).map(({ day }) => dayOf(now) - day).sort((a, b) => a - b)).toEqual([0, 6, 7, 29])
    await pruneExpired(await jobContext(now + 40 * day))
    expect(await rows()).toEqual([])
  })
})

describe('with Analytics Engine', () => {
  const account = 'a1'.repeat(16)
  const written: AnalyticsEngineDataPoint[] = []
  const engineSite = {
    ...env,
    ANALYTICS_API: `${account}:a-token-of-analytics`,
    FIELD_DATA: { writeDataPoint: (point: AnalyticsEngineDataPoint = {}) => void written.push(point) },
  }

  it('counts there alone, and reads what it says', async () => {
    await report(new EnvClient(engineSite), { route: '/search', inp: 40 })
    expect(await rows()).toEqual([])
    expect(written.map(({ blobs }) => blobs)).toEqual(
      expect.arrayContaining([
        ['visit', '/search', 'all'],
        ['inp', '/search', '0'],
      ]),
    )
    const admin = await signInAs(await makeUser({ isAdmin: true }), new EnvClient(engineSite))
    const data = [{ metric: 'visit', route: '/search', bucket: 'all', count: 50 }]
    const api = vi.fn(async () => Response.json({ data }))
    vi.stubGlobal('fetch', api)
    expect(await admin.json('GET', '/api/admin/field-data')).toMatchObject({
      from: 'analytics-engine',
      visits: 50,
    })
    api.mockImplementation(async () => new Response('', { status: 403 }))
    const problem = await problemOf(await admin.get('/api/admin/field-data'))
    expect(problem.detail).toContain("Analytics Engine can't be read.")
    vi.unstubAllGlobals()
  })

  it('is nothing to the browser when it refuses a point', async () => {
    const writeDataPoint = vi.fn(() => {
      throw new TypeError('Too many points')
    })
    const client = new EnvClient({ ...engineSite, FIELD_DATA: { writeDataPoint } })
    expect((await report(client, { route: '/search' })).status).toBe(204)
    expect(writeDataPoint).toHaveBeenCalled()
  })
})

it('an answer in production says nothing of its cost but the hits at the edge', async () => {
  const client = new EnvClient({ ...env, ...productionVars, NEAR_SECONDS: '10' })
  const timing = async (of: string) => (await client.get(of)).headers.get('server-timing')
  expect(await timing('/api/videos?limit=3')).toMatch(/^cache;desc="hits=\d+ misses=\d+"$/)
  expect(await timing('/api/settings')).toBeNull()
})

describe('a document', () => {
  const measures = async (client: TestClient, of: string, headers?: HeadersInit) => {
    const [, route] = / data-field="(.*?)"/.exec(await (await client.get(of, headers)).text()) ?? []
    return route ?? null
  }

  it('of the sample has the script, with the pattern of its page alone', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const paths = [
      '/',
      `/video/${id}?key=secret`,
      '/u/someone',
      '/search?q=words',
      '/terms',
      '/admin',
      '/nothing',
    ]
    const found = []
    for (const each of paths) found.push(await measures(visitor(), each))
    // There is no account of this name, so the page doesn't exist.
    expect(found).toEqual(['/', '/video/:id', null, '/search', null, null, null])
    expect(await measures(new TestClient(), '/')).toBeNull()
  })

  it.each([
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['Do Not Track', { dnt: '1' }],
  ])('is not measured with %s', async (_, headers) => {
    expect(await measures(visitor(), '/', headers)).toBeNull()
  })

  it('is not measured in discreet mode, before the gate, or when the setting is off', async () => {
    const [discreet, gated] = [visitor(), visitor()]
    discreet.setCookie('discreet', '1')
    gated.dropCookie('age_verified')
    expect([await measures(discreet, '/'), await measures(gated, '/')]).toEqual([null, null])
    await changeSettings({ fieldData: false })
    expect(await measures(visitor(), '/')).toBeNull()
  })
})
