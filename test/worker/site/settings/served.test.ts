import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PublicSettings } from '#contract/schemas/site/settings'
import { legalPages } from '#contract/values/site/legal'
import { legalDocuments, videos } from '#db/schema'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { changeSettings, makeUser, makeVideo, testDb } from '#test/support/factories'
import { compose } from '#worker/compose'
import { forgetAll } from '#worker/isolate-state'
import { loadSettings } from '#worker/services/shared/settings/index'
import { refreshOffer } from '#worker/services/videos/publishing/refresh-offer'

const db = testDb()
const publicFields = [
  'accent',
  'commentsEnabled',
  'contactEmail',
  'cryptoPaymentsEnabled',
  'footerLinks',
  'historyLimit',
  'homeSections',
  'logo',
  'maintenanceMode',
  'maxDuration',
  'maxUploadBytes',
  'minDuration',
  'offers4k',
  'offersDownloads',
  'prices',
  'requireContentApproval',
  'siteDescription',
  'siteName',
  'siteUrl',
]

function kvReads(response: Response): number {
  return Number(/kv;desc="reads=(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1])
}

beforeEach(emptySite)

describe('GET /api/settings', () => {
  it('says the public part alone, in the page as well', async () => {
    const answer = await new TestClient().json<object>('GET', '/api/settings')
    expect(Object.keys(answer).sort()).toEqual(publicFields)
    const html = await (await new TestClient().get('/terms')).text()
    const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(boot).settings).toEqual(answer)
  })

  it('is not taken from a copy that lacks a setting, whichever it is', async () => {
    const whole = await loadSettings(db)
    for (const name of Object.keys(whole) as (keyof typeof whole)[]) {
      const { [name]: removed, ...fewer } = { ...whole, siteName: 'Of an earlier version' }
      await env.SETTINGS.put('settings', JSON.stringify(fewer))
      forgetAll()
      const { siteName } = await new TestClient().json<{ siteName: string }>('GET', '/api/settings')
      expect([name, siteName]).toEqual([name, 'Nocturne'])
    }
  })

  it('comes from a copy that the isolate keeps for ten seconds, made of the row where there is none', async () => {
    await env.SETTINGS.delete('settings')
    const client = new TestClient()
    const start = Date.now() + 3600_000
    const at = async (now: number) => {
      client.now = now
      const response = await client.get('/api/settings')
      return { reads: kvReads(response), name: (await response.json<{ siteName: string }>()).siteName }
    }
    expect(await at(start)).toEqual({ reads: 1, name: 'Nocturne' })
    expect(await env.SETTINGS.get('settings', 'json')).toMatchObject({ siteName: 'Nocturne' })
    expect(await at(start + 9_999)).toEqual({ reads: 0, name: 'Nocturne' })
    const copy = await env.SETTINGS.get<object>('settings', 'json')
    await env.SETTINGS.put('settings', JSON.stringify({ ...copy, siteName: 'Renamed' }))
    expect(await at(start + 10_000)).toEqual({ reads: 1, name: 'Renamed' })
  })
})

it('settings that cannot be copied to KV are served all the same', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const later: Promise<unknown>[] = []
  const kv = { get: async () => null, put: () => Promise.reject(new Error('KV PUT failed: 429')) }
  const origin = {
    now: Date.now() + 24 * 3600_000,
    requestId: 'test',
    client: { address: '10.0.0.1', userAgent: '' },
    defer: (work: Promise<unknown>) => void later.push(work),
  }
  const { ctx } = await compose({ ...env, SETTINGS: kv as unknown as KVNamespace }, origin)
  expect(ctx.settings.siteName).toBe('Nocturne')
  await Promise.all(later)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

describe('GET /api/legal/:slug', () => {
  it.each(legalPages)('has a text of %s from the start', async (slug) => {
    const document = await new TestClient().json<{ body: string }>('GET', `/api/legal/${slug}`)
    expect(document).toEqual({
      slug,
      title: expect.any(String),
      body: expect.any(String),
      version: expect.any(Number),
      publishedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(document.body.length).toBeGreaterThan(200)
    expect(document.body).not.toMatch(/\{\w+\}/)
  })

  it('is the newest version, with the site’s own name and addresses filled in', async () => {
    const body = '{siteName} at {siteUrl}, write to {contactEmail}, {historyLimit} videos'
    for (const version of [1, 3, 2]) {
      const title = `Version ${version} of {siteName}`
      await db.insert(legalDocuments).values({ slug: 'test', version, title, body, publishedAt: 0 })
    }
    const client = new TestClient()
    const { siteName, siteUrl, contactEmail } = await client.json<Record<string, string>>(
      'GET',
      '/api/settings',
    )
    expect(siteUrl).toBe(env.SITE_ORIGIN)
    expect(await client.json('GET', '/api/legal/test')).toMatchObject({
      version: 3,
      title: `Version 3 of ${siteName}`,
      body: `${siteName} at ${siteUrl}, write to ${contactEmail}, 1,000 videos`,
    })
  })

  it('has what is filled in as it was typed, whatever it looks like', async () => {
    const siteName = '$& and {siteUrl}'
    await changeSettings({ siteName })
    const text = { title: 'About {siteName}', body: '{siteName}', publishedAt: 0 }
    await db.insert(legalDocuments).values({ slug: 'odd', version: 1, ...text })
    const document = await new TestClient().json('GET', '/api/legal/odd')
    expect(document).toMatchObject({ title: `About ${siteName}`, body: siteName })
  })

  it.each(['unknown', '..%2Fterms', 'TERMS'])('of %s is not there', async (slug) => {
    const response = await new TestClient().get(`/api/legal/${slug}`)
    expect([response.status, (await problemOf(response)).code]).toEqual([404, 'not_found'])
  })
})

describe('what the premium pitch may promise', () => {
  it('is what some public video has, noted by cron and answered without a query', async () => {
    const ctx = await jobContext()
    const client = new TestClient()
    let now = Date.now()
    const offer = async () => {
      await refreshOffer(ctx)
      // By then, the isolate reads the copy again.
      now += 10_001
      client.now = now
      const response = await client.get('/api/settings')
      const { offersDownloads, offers4k } = await response.json<PublicSettings>()
      return { offersDownloads, offers4k, queries: d1Cost(response).queries }
    }
    const { id: userId } = await makeUser()
    await makeVideo(userId, { allowDownload: true, isPublic: false })
    await makeVideo(userId, { width: 3840, height: 2160, review: 'pending' })
    expect(await offer()).toEqual({ offersDownloads: false, offers4k: false, queries: 0 })
    const { id } = await makeVideo(userId, { allowDownload: true, width: 2160, height: 3840 })
    expect(await offer()).toEqual({ offersDownloads: true, offers4k: true, queries: 0 })
    await db.update(videos).set({ allowDownload: false }).where(eq(videos.id, id))
    expect(await offer()).toEqual({ offersDownloads: false, offers4k: true, queries: 0 })
  })
})
