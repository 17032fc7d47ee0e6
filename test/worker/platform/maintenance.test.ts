import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { problemOf, TestClient } from '../../support/client'
import { type ClosedSite, peopleOfClosedSite } from '../../support/closed-site'
import { emptySite } from '../../support/empty-site'
import { changeSettings, makeUser, signInAs, testPassword } from '../../support/factories'

let user: ClosedSite['user']
let account: TestClient
let admin: TestClient
let video: Video

beforeEach(async () => {
  await emptySite()
  ;({ user, account, admin, video } = await peopleOfClosedSite())
  await changeSettings({ maintenanceMode: true })
  // By then every isolate has read the settings again.
  account.now = admin.now = Date.now() + 10_001
})

afterEach(() => changeSettings({ maintenanceMode: false }))

function visitor(): TestClient {
  const client = new TestClient()
  client.now = Date.now() + 10_001
  return client
}

describe('while the site is closed', () => {
  it.each(['/api/videos', '/api/categories', '/api/search?q=a', '/api/videos/my-videos', '/api/videos/1'])(
    '%s is 503 for visitors and accounts, and says when to come back',
    async (path) => {
      for (const client of [visitor(), account]) {
        const response = await client.get(path)
        const { code, detail } = await problemOf(response)
        expect([response.status, code, response.headers.get('retry-after')]).toEqual([
          503,
          'maintenance',
          '120',
        ])
        expect(detail).toBe('The site is down for maintenance. Please come back later.')
      }
    },
  )

  it('writes are refused before they are looked at', async () => {
    for (const [method, path] of [
      ['POST', '/api/videos'],
      ['PATCH', `/api/videos/${video.id}`],
      ['DELETE', `/api/videos/${video.id}`],
      ['POST', '/api/uploads'],
      ['POST', `/api/videos/${video.id}/like`],
    ] as const) {
      const response = await account.request(method, path, method === 'DELETE' ? {} : { json: {} })
      expect([path, response.status]).toEqual([path, 503])
    }
  })

  it('no media goes out but to administrators', async () => {
    for (const path of [video.videoUrl ?? '', video.thumbnailUrl ?? '']) {
      for (const client of [visitor(), account]) {
        const response = await client.get(path)
        expect([response.status, (await problemOf(response)).code]).toEqual([503, 'maintenance'])
      }
      const response = await admin.get(path)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
  })

  it('nor to a former administrator, whatever the token still says', async () => {
    const person = await makeUser({ isAdmin: true })
    const former = await signInAs(person)
    former.now = admin.now
    const before = await former.get(video.videoUrl ?? '')
    await before.arrayBuffer()
    expect(before.status).toBe(200)
    const owner = await signInAs(await makeUser({ staff: 'owner' }))
    const demoted = await owner.request('POST', `/api/admin/users/${person.id}/demote`)
    expect(demoted.status).toBe(200)
    former.now = Date.now() + 30_000
    expect((await former.get(video.videoUrl ?? '')).status).toBe(503)
  })

  it('pages say so, with settings and viewer alone', async () => {
    for (const path of ['/', `/video/${video.id}`, '/premium']) {
      const response = await visitor().get(path)
      const html = await response.text()
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120'])
      expect(html).toContain('"maintenanceMode":true')
      expect(html).not.toContain('"lists"')
      expect(html).not.toContain(video.title)
      expect(html).toContain('<meta name="robots" content="noindex">')
    }
  })

  it('settings, legal texts, removal requests with their receipts, and sign-in stay open', async () => {
    const client = visitor()
    for (const path of ['/api/settings', '/api/legal/terms', '/terms', '/removal', '/favicon.svg']) {
      expect([path, (await client.get(path)).status]).toEqual([path, 200])
    }
    // None of these exist, but a closed site doesn't reveal that.
    for (const path of ['/api/removal-requests/unknown', '/api/reports/unknown']) {
      expect([path, (await client.get(path)).status]).toEqual([path, 404])
    }
    expect((await client.request('POST', '/api/removal-requests', { json: {} })).status).toBe(400)
    const signIn = await client.get('/signin')
    expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([200, null])
    const json = { username: user.username, password: testPassword }
    expect((await client.request('POST', '/api/auth/login', { json })).status).toBe(200)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await client.get('/api/videos')).status).toBe(503)
    expect((await client.request('POST', '/api/auth/logout')).status).toBe(204)
  })

  it('administrators go on working', async () => {
    for (const path of ['/api/videos', `/api/videos/${video.id}`, '/api/admin/settings', '/', '/admin']) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200])
    }
    const json = { isPublic: true }
    expect((await admin.request('PATCH', `/api/videos/${video.id}`, { json })).status).toBe(200)
  })
})

it('opens again within ten seconds', async () => {
  await changeSettings({ maintenanceMode: false })
  const client = new TestClient()
  client.now = Date.now() + 30_000
  expect((await client.get('/api/videos')).status).toBe(200)
})
