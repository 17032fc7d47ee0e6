import { describe, expect, it } from 'vitest'
import { TestClient } from '#test/support/client'
import { changeSettings } from '#test/support/factories'

describe('receipts and statements of reasons', () => {
  it.each(['/removal/abc_DEF-123', '/reports/K7MX-2RQA-9DPT-VW4E', '/removals/5'])(
    '%s has a page that no search engine lists and that shows nothing of the catalogue',
    async (path) => {
      const response = await new TestClient().get(path)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('"lists"')
    },
  )

  it.each(['/removal/a/b', '/reports/', '/removals/none', '/removals/0'])('%s is none', async (path) => {
    expect((await new TestClient().get(path)).status).toBe(404)
  })

  it('are open while the site is closed', async () => {
    await changeSettings({ maintenanceMode: true })
    const visitor = new TestClient()
    // By then every isolate has read the settings again.
    visitor.now = Date.now() + 10_001
    expect((await visitor.get('/')).status).toBe(503)
    for (const path of ['/removal/abc', '/reports/abc', '/removals/5']) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
    }
    await changeSettings({ maintenanceMode: false })
  })
})
