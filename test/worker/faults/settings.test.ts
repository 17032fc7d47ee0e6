import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { settings } from '../../../db/schema'
import { copySettings, loadSettings } from '../../../worker/services/shared/settings'
import { jobContext } from '../../support/context'
import { changeSettings, testDb } from '../../support/factories'
import { type Faults, FaultyClient } from '../../support/faults'
import { addressOf, storeObject } from '../../support/videos/media'

const readsKv = /^SETTINGS get/
const malformed = {
  'cut off': '{"siteName":"Noct',
  'a number': '42',
  'an empty text': '""',
  'without most of them': '{"siteName":"Nocturne"}',
  'of wrong types': null,
}
const isPage = { accept: 'text/html' }

/** Every way in which KV can fail to say what the settings are. */
const failures: Record<string, (faults: Faults) => void> = {
  throws: (faults) => void faults.throws(readsKv, 'KV GET failed: 503 Service Unavailable'),
  hangs: (faults) => void faults.hangs(readsKv),
  ...Object.fromEntries(
    Object.entries(malformed).map(([name, text]) => [
      `has a copy that is ${name}`,
      (faults: Faults) =>
        void faults.answers(readsKv, text ?? JSON.stringify({ ...row, maintenanceMode: 'no' })),
    ]),
  ),
}

let row: Awaited<ReturnType<typeof loadSettings>>
let logged: MockInstance<typeof console.error>

beforeEach(async () => {
  await changeSettings({ siteName: 'Nocturne' })
  row = await loadSettings(testDb())
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  logged.mockRestore()
})

/** The site's answers to a visitor who comes a while after the last one. */
async function visit(client: FaultyClient, secondsLater: number) {
  client.now = Date.now() + secondsLater * 1000
  const [call, page, open] = await Promise.all([
    client.get('/api/settings'),
    client.get('/', isPage),
    client.get('/terms', isPage),
  ])
  const { siteName } = await call.json<{ siteName: string }>()
  return { siteName, statuses: [call.status, page.status, open.status] }
}

describe.each(Object.entries(failures))('when KV %s', (_, fail) => {
  it('the row answers, and a fault is logged once', async () => {
    const client = new FaultyClient()
    fail(client.faults)
    expect(await visit(client, 0)).toEqual({ siteName: 'Nocturne', statuses: [200, 200, 200] })
    expect(await visit(client, 20)).toEqual({ siteName: 'Nocturne', statuses: [200, 200, 200] })
    expect(
      logged.mock.calls.flat().filter((line) => String(line).includes('settings.copy-failed')),
    ).toHaveLength(1)
  })

  it('the last copy counts rather than the row', async () => {
    const client = new FaultyClient()
    expect((await visit(client, 0)).siteName).toBe('Nocturne')
    await testDb().update(settings).set({ siteName: 'Renamed' }).where(eq(settings.id, 1))
    fail(client.faults)
    expect(await visit(client, 20)).toEqual({ siteName: 'Nocturne', statuses: [200, 200, 200] })
  })

  it('and the database too, only what is open everywhere is shown, until one of them is back', async () => {
    const facts = await storeObject(new Uint8Array(10))
    const client = new FaultyClient()
    fail(client.faults)
    client.faults.throws(/^DB/, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    expect(await visit(client, 0)).toEqual({ siteName: 'Nocturne', statuses: [200, 503, 200] })
    for (const path of ['/api/videos', addressOf(facts), '/admin', '/feed.xml']) {
      const answer = await client.get(path)
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
    }
    const page = await (await client.get('/', isPage)).text()
    expect(page).toContain('<meta http-equiv="refresh" content="5">')
    expect(page).not.toContain('Nocturne')
    client.faults.clear()
    expect(await visit(client, 2)).toEqual({ siteName: 'Nocturne', statuses: [200, 200, 200] })
  })
})

it.each(Object.values(malformed))('cron mends the copy %s', async (text) => {
  await env.SETTINGS.put('settings', text ?? '[]')
  await copySettings(await jobContext())
  expect(JSON.parse((await env.SETTINGS.get('settings')) ?? '')).toEqual(row)
})

it('cron leaves a copy that equals the row', async () => {
  const ctx = await jobContext()
  const write = vi.fn()
  await copySettings({ ...ctx, settingsCopy: { ...ctx.settingsCopy, write } })
  expect(write).not.toHaveBeenCalled()
})
