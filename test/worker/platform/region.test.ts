import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Health } from '#contract/schemas/site/health'
import type { Video } from '#contract/schemas/videos/video'
import { forgetAll } from '#worker/isolate-state'
import { isIn } from '#worker/policy/regions'
import { problemOf, TestClient } from '../../support/client'
import { type ClosedSite, peopleOfClosedSite } from '../../support/closed-site'
import { EnvClient } from '../../support/env-client'
import { changeSettings, makeUser, signInAs, testPassword } from '../../support/factories'
import { productionVars } from '../../support/vars'

const labels = [
  '<meta name="rating" content="adult">',
  '<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">',
]

let user: ClosedSite['user']
let account: TestClient
let admin: TestClient
let video: Video

beforeAll(async () => {
  ;({ user, account, admin, video } = await peopleOfClosedSite())
  await changeSettings({ blockedRegions: ['FR', 'US-TX'] })
})

afterAll(() => changeSettings({ blockedRegions: [] }))

function from(client: TestClient, place: string, path: string) {
  return client.get(path, { 'x-test-region': place })
}

it('in production no header tells the worker where a request is from, or what time it is', async () => {
  const HEALTH_TOKEN = 'a-token-of-a-monitor-that-is-long-enough'
  const headers = { authorization: `Bearer ${HEALTH_TOKEN}`, 'x-test-region': 'FR' }
  const seen = async (vars: object) => {
    const bindings = { ...env, ...vars, HEALTH_TOKEN }
    const site = new EnvClient(bindings)
    site.now = 0
    const { status } = await site.get('/api/videos', headers)
    const { at } = await (
      await site.get('/api/health', { authorization: headers.authorization })
    ).json<Health>()
    return { status, isPast: at.startsWith('1970') }
  }
  expect(await seen({})).toEqual({ status: 451, isPast: true })
  expect(await seen(productionVars)).toEqual({ status: 200, isPast: false })
  // The isolate's state has the time of the first test.
  forgetAll()
})

describe('where the site may not be shown', () => {
  it.each(['FR', 'FR-IDF', 'US-TX'])('from %s no call is answered', async (place) => {
    for (const path of [
      '/api/videos',
      '/api/categories',
      `/api/videos/${video.id}`,
      '/api/auth/me',
      '/api/none',
    ]) {
      for (const client of [new TestClient(), account]) {
        const response = await from(client, place, path)
        const { code, detail } = await problemOf(response)
        expect([path, response.status, code]).toEqual([path, 451, 'region_blocked'])
        expect(detail).toBe("This site isn't available in your region for legal reasons.")
      }
    }
  })

  it('no write is looked at', async () => {
    for (const [method, path] of [
      ['POST', '/api/auth/login'],
      ['POST', '/api/auth/signup'],
      ['POST', `/api/videos/${video.id}/like`],
      ['POST', `/api/videos/${video.id}/report`],
      ['POST', '/api/premium/subscribe'],
    ] as const) {
      const json = { username: user.username, password: testPassword }
      const response = await account
        .copy()
        .request(method, path, { json, headers: { 'x-test-region': 'FR' } })
      expect([path, response.status]).toEqual([path, 451])
    }
  })

  it('no byte of media goes out, not even to a warm player', async () => {
    for (const path of [video.videoUrl ?? '', video.thumbnailUrl ?? '']) {
      expect((await account.get(path)).status).toBe(200)
      for (const range of [undefined, 'bytes=0-9']) {
        const headers = { 'x-test-region': 'FR', ...(range && { range }) }
        const response = await account.get(path, headers)
        expect([response.status, (await problemOf(response)).code]).toEqual([451, 'region_blocked'])
      }
    }
  })

  it('every document is a page that names neither the site nor what it shows', async () => {
    for (const path of [
      '/',
      `/video/${video.id}`,
      '/premium',
      '/signin',
      '/admin',
      '/checkout',
      '/none',
      '/feed.xml',
      '/sitemap.xml',
      `/oembed?url=http://localhost:8787/video/${video.id}`,
      `/embed/${video.id}`,
    ]) {
      const response = await from(new TestClient(), 'FR', path)
      const html = await response.text()
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        451,
        'text/html; charset=UTF-8',
      ])
      // The labels that every response has are all that it reveals about the site's content.
      for (const label of labels) expect(html).toContain(label)
      const rest = labels.reduce((left, label) => left.replace(label, ''), html)
      expect(rest).not.toMatch(/nocturne|<script|adult|video/i)
      expect(html).not.toContain(video.title)
      expect(response.headers.get('rating')).toBe('RTA-5042-1996-1400-1577-RTA, adult')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('a frame on another site says so there, and leads out of it', async () => {
    const response = await from(new TestClient(), 'FR', `/embed/${video.id}`)
    const policy = response.headers.get('content-security-policy')
    expect([policy?.includes('frame-ancestors *'), policy?.includes("connect-src 'none'")]).toEqual([
      true,
      true,
    ])
    expect(response.headers.has('x-frame-options')).toBe(false)
    const links = (await response.text()).match(/<a [^>]*>/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toContain('target="_blank"')
    const grant = await new TestClient().request('POST', `/api/embed/${video.id}`, {
      headers: { 'x-test-region': 'FR' },
    })
    expect([grant.status, (await problemOf(grant)).code]).toEqual([451, 'region_blocked'])
  })

  it.each(['/terms', '/privacy', '/2257', '/dmca', '/removal', '/contact', '/favicon.svg'])(
    '%s stays open, and shows nothing of the catalogue',
    async (path) => {
      const response = await from(new TestClient(), 'US-TX', path)
      const html = await response.text()
      expect([response.status, html.includes(video.title), html.includes('"lists"')]).toEqual([
        200,
        false,
        false,
      ])
      expect(html).not.toContain('"categories"')
    },
  )

  it('so do the calls of those pages, and of the webhooks', async () => {
    const client = new TestClient()
    for (const path of ['/api/settings', '/api/legal/terms']) {
      expect([path, (await from(client, 'FR', path)).status]).toEqual([path, 200])
    }
    for (const path of ['/api/removal-requests/unknown', '/api/reports/unknown']) {
      expect([path, (await from(client, 'FR', path)).status]).toEqual([path, 404])
    }
    const headers = { 'x-test-region': 'FR' }
    const removal = await client.request('POST', '/api/removal-requests', { json: {}, headers })
    expect(removal.status).toBe(400)
    const webhook = await client.request('POST', '/api/webhooks/unknown', { json: {}, headers })
    expect(webhook.status).toBe(404)
  })

  it('administrators who are signed in go on working, media included', async () => {
    const paths = ['/api/videos', '/api/admin/settings', '/', '/admin', video.videoUrl, video.thumbnailUrl]
    for (const path of paths) {
      const response = await from(admin, 'FR', path ?? '')
      expect([path, response.status]).toEqual([path, 200])
      await response.arrayBuffer()
    }
  })

  it('a former administrator is anybody, whatever the token still says', async () => {
    const person = await makeUser({ isAdmin: true })
    const former = await signInAs(person)
    const path = video.videoUrl ?? ''
    const before = await from(former, 'FR', path)
    await before.arrayBuffer()
    expect(before.status).toBe(200)
    const owner = await signInAs(await makeUser({ staff: 'owner' }))
    const demoted = await owner.request('POST', `/api/admin/users/${person.id}/demote`)
    expect(demoted.status).toBe(200)
    former.now = Date.now() + 10_001
    expect((await from(former, 'FR', path)).status).toBe(451)
  })

  it('and elsewhere nothing changes', async () => {
    for (const place of ['DE', 'US', 'US-CA', '']) {
      expect([place, (await from(account, place, '/api/videos')).status]).toEqual([place, 200])
    }
  })
})

it.each([
  ['FR', ['FR'], true],
  ['FR-75', ['FR'], true],
  ['US', ['US-TX'], false],
  ['US-TX', ['US-TX'], true],
  ['US-TXX', ['US-TX'], false],
  ['DE', [], false],
  [undefined, ['FR'], false],
] as const)('a request from %s is in %o: %s', (place, regions, expected) => {
  expect(isIn(place, regions)).toBe(expected)
})
