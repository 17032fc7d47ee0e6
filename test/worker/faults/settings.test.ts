import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { hour, minute } from '#contract/values/shared/time'
import { cronRuns } from '#db/schema'
import worker from '#worker/index'
import { forgetAll } from '#worker/isolate-state'
import { runCron } from '#worker/jobs/cron'
import { queues } from '#worker/queues'
import { copySettings, loadSettings } from '#worker/services/shared/settings/index'
import { jobContext } from '../../support/context'
import { changeSettings, changeSettingsRow, makeUser, signInAs, testDb } from '../../support/factories'
import { Faults, FaultyClient, faultyEnv } from '../../support/faults'
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

/** Every way in which KV can fail to return the settings. */
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
  vi.useRealTimers()
})

/** Returns the site's answers to a visitor who comes this long after the last one. */
async function visit(client: FaultyClient, secondsLater: number) {
  client.now = Date.now() + secondsLater * 1000
  const [call, page, open] = await client.faults.outwait(500, () =>
    Promise.all([client.get('/api/settings'), client.get('/', isPage), client.get('/terms', isPage)]),
  )
  const { siteName } = await call.json<{ siteName: string }>()
  return { siteName, statuses: [call.status, page.status, open.status] }
}

describe.each(Object.entries(failures))('when KV %s', (_, fail) => {
  // A time at which only the tasks of every minute are due.
  const at = Math.ceil(Date.now() / hour) * hour + 7 * minute

  beforeAll(async () => {
    await testDb().delete(cronRuns)
    await runCron(await jobContext(at - minute))
  })

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
    await changeSettingsRow({ siteName: 'Renamed' })
    fail(client.faults)
    expect(await visit(client, 20)).toEqual({ siteName: 'Nocturne', statuses: [200, 200, 200] })
  })

  it('administration answers', async () => {
    const client = await signInAs(await makeUser({ isAdmin: true }), new FaultyClient())
    forgetAll()
    fail(client.faults)
    const document = await client.faults.outwait(500, () => client.get('/admin', isPage))
    const call = await client.get('/api/admin/settings')
    expect([document.status, call.status]).toEqual([200, 200])
    expect(await document.text()).toContain('"staff":"administrator"')
    expect(await call.json()).toMatchObject({ siteName: 'Nocturne' })
  })

  it('cron and jobs are done', async () => {
    const faults = new Faults()
    fail(faults)
    const bindings = faultyEnv(faults)
    forgetAll()
    await testDb().update(cronRuns).set({ tasks: sql`json_remove(tasks, '$."copy-settings"')` })
    await env.SETTINGS.delete('settings')
    const controller = { scheduledTime: at, cron: '* * * * *', type: 'scheduled' as const, noRetry: () => {} }
    await faults.outwait(500, () => worker.scheduled(controller, bindings, createExecutionContext()))
    const [run] = await testDb().select().from(cronRuns)
    expect(run?.tasks['copy-settings']).toEqual({ done: at })
    expect(Object.values(run?.tasks ?? {}).filter(({ failing }) => failing !== undefined)).toEqual([])
    expect(JSON.parse((await env.SETTINGS.get('settings')) ?? '')).toEqual(row)
    forgetAll()
    const message = { id: 'sweep', timestamp: new Date(), attempts: 1, body: { job: 'prune-objects' } }
    const batch = createMessageBatch(queues.jobs, [message])
    const execution = createExecutionContext()
    await faults.outwait(500, () => worker.queue(batch, bindings, execution))
    expect((await getQueueResult(batch, execution)).explicitAcks).toEqual([message.id])
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
    // The address of the default settings is nobody's.
    const security = await (await client.get('/.well-known/security.txt')).text()
    expect(security.match(/^Contact: .*/gm)).toEqual(['Contact: http://localhost:8787/contact'])
    client.faults.clear()
    expect(await visit(client, 2)).toEqual({ siteName: 'Nocturne', statuses: [200, 200, 200] })
  })
})

it.each(['/', '/terms', '/api/videos'])('%s waits half a second for KV', async (path) => {
  const client = new FaultyClient()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  client.faults.hangs(readsKv)
  const hanging = client.faults.untilHanging()
  const call = client.get(path, isPage)
  await hanging
  await vi.advanceTimersByTimeAsync(499)
  expect(await Promise.race([call, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect((await call).status).toBe(200)
})

describe.each(Object.values(malformed))('the copy %s', (text) => {
  const copy = async () => JSON.parse((await env.SETTINGS.get('settings')) ?? '')

  it('is mended by cron', async () => {
    await env.SETTINGS.put('settings', text ?? '[]')
    await copySettings(await jobContext())
    expect(await copy()).toEqual(row)
  })

  it('is mended by the next save', async () => {
    const client = await signInAs(await makeUser({ isAdmin: true }))
    await env.SETTINGS.put('settings', text ?? '[]')
    forgetAll()
    const saved = await client.request('PATCH', '/api/admin/settings', { json: { siteName: 'Saved' } })
    expect(saved.status).toBe(200)
    expect(await copy()).toEqual({ ...row, siteName: 'Saved' })
  })
})

it('cron leaves a copy that equals the row', async () => {
  const ctx = await jobContext()
  const write = vi.fn()
  await copySettings({ ...ctx, settingsCopy: { ...ctx.settingsCopy, write } })
  expect(write).not.toHaveBeenCalled()
})
