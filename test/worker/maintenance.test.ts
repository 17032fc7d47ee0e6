import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '../../contract/schemas/videos'
import { problemOf, TestClient } from '../support/client'
import { changeSettings, makeUser, makeVideo, signInAs, testPassword } from '../support/factories'

let user: { id: number; username: string }
let account: TestClient
let admin: TestClient
let video: Video

beforeAll(async () => {
  user = await makeUser()
  account = await signInAs(user)
  admin = await signInAs(await makeUser({ isAdmin: true }))
  video = await admin.json<Video>('GET', `/api/videos/${(await makeVideo(user.id)).id}`)
  await changeSettings({ maintenanceMode: true })
  // By then every isolate has read the settings anew.
  account.now = admin.now = Date.now() + 10_001
})

afterAll(() => changeSettings({ maintenanceMode: false }))

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
        expect(detail).toBe('The site is closed for maintenance. Please come back later.')
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

  it('settings, legal texts and sign-in stay open', async () => {
    const client = visitor()
    for (const path of ['/api/settings', '/api/legal/terms', '/terms', '/removal', '/favicon.svg']) {
      expect([path, (await client.get(path)).status]).toEqual([path, 200])
    }
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
