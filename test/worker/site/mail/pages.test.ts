import { afterAll, describe, expect, it } from 'vitest'
import { mailPages } from '#contract/values/site/legal'
import { problemOf, TestClient } from '#test/support/client'
import { changeSettings } from '#test/support/factories'

/** Returns a visitor in front of the gate, once every isolate has read the settings again. */
function stranger(): TestClient {
  const client = new TestClient({ ageVerified: false })
  client.now = Date.now() + 10_001
  return client
}

const calls = ['verify-email', 'confirm-email', 'reset', 'forgot'].map((name) => `/api/auth/${name}`)

afterAll(() => changeSettings({ maintenanceMode: false, blockedRegions: [] }))

describe('what links in mails open', () => {
  it.each(mailPages)(
    '/%s is a page that no search engine lists, with nothing of the catalogue',
    async (page) => {
      const response = await new TestClient().get(`/${page}`)
      const html = await response.text()
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toMatch(/"lists"|"categories"|<video/)
    },
  )

  it.each(mailPages)('/%s is no folder', async (page) => {
    expect((await new TestClient().get(`/${page}/more`)).status).toBe(404)
  })

  it('is open while the site is closed, and so are its calls', async () => {
    await changeSettings({ maintenanceMode: true })
    const visitor = stranger()
    expect((await visitor.get('/')).status).toBe(503)
    for (const page of mailPages) expect([page, (await visitor.get(`/${page}`)).status]).toEqual([page, 200])
    for (const path of [...calls, '/api/newsletter/confirm']) {
      const response = await visitor.request('POST', path, { json: {} })
      expect([path, (await problemOf(response)).code]).toEqual([path, 'invalid_input'])
    }
    await changeSettings({ maintenanceMode: false })
  })

  it('is open where the site may not be shown, and so are its calls', async () => {
    await changeSettings({ blockedRegions: ['FR'] })
    const visitor = stranger()
    const headers = { 'x-test-region': 'FR' }
    expect((await visitor.get('/', headers)).status).toBe(451)
    for (const page of mailPages) {
      expect([page, (await visitor.get(`/${page}`, headers)).status]).toEqual([page, 200])
    }
    for (const path of [...calls, '/api/newsletter/confirm']) {
      const response = await visitor.request('POST', path, { json: {}, headers })
      expect([path, (await problemOf(response)).code]).toEqual([path, 'invalid_input'])
    }
    await changeSettings({ blockedRegions: [] })
  })
})
