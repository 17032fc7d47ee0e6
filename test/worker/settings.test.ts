import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { legalDocuments, settings } from '../../db/schema'
import { compose } from '../../worker/compose'
import { problemOf, TestClient } from '../support/client'
import { makeUser, signInAs, testDb } from '../support/factories'

const db = testDb()
const publicFields = [
  ...[
    'contactEmail',
    'cryptoPaymentsEnabled',
    'maintenanceMode',
    'maxDuration',
    'maxUploadBytes',
    'minDuration',
  ],
  ...['requireContentApproval', 'siteDescription', 'siteName', 'siteUrl'],
]

function kvReads(response: Response): number {
  return Number(/kv;desc="reads=(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1])
}

describe('GET /api/settings', () => {
  it('says the public part, and the prices of nothing that is hidden', async () => {
    const answer = await new TestClient().json<object>('GET', '/api/settings')
    expect(Object.keys(answer).sort()).toEqual(publicFields)
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
  const kv = { get: async () => null, put: () => Promise.reject(new Error('KV PUT failed: 429')) }
  const origin = {
    now: Date.now() + 24 * 3600_000,
    requestId: 'test',
    client: { address: '10.0.0.1', userAgent: '' },
    defer: () => undefined,
  }
  const { ctx } = await compose({ ...env, SETTINGS: kv as unknown as KVNamespace }, origin)
  expect(ctx.settings.siteName).toBe('Nocturne')
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

describe('GET /api/admin/settings', () => {
  it('is the row itself, for administrators', async () => {
    await db.update(settings).set({ siteDescription: 'From the row' }).where(eq(settings.id, 1))
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const answer = await admin.json<object>('GET', '/api/admin/settings')
    expect(Object.keys(answer).sort()).toEqual([...publicFields, 'quotaBytes'].sort())
    expect(answer).toMatchObject({ siteDescription: 'From the row' })
  })
})

describe('GET /api/legal/:slug', () => {
  it.each(['terms', 'privacy', '2257', 'dmca', 'removal', 'contact'])(
    'has a first text of %s',
    async (slug) => {
      const document = await new TestClient().json<{ body: string }>('GET', `/api/legal/${slug}`)
      expect(document).toEqual({
        slug,
        title: expect.any(String),
        body: expect.any(String),
        version: 1,
        publishedAt: expect.stringMatching(/^\d{4}-/),
      })
      expect(document.body.length).toBeGreaterThan(200)
      expect(document.body).not.toMatch(/\{\w+\}/)
    },
  )

  it('is the newest version, with the site’s own name and addresses filled in', async () => {
    const body = '{siteName} at {siteUrl}, write to {contactEmail}'
    for (const version of [1, 3, 2]) {
      await db
        .insert(legalDocuments)
        .values({ slug: 'test', version, title: `Version ${version}`, body, publishedAt: 0 })
    }
    const { version, body: filled } = await new TestClient().json<{ version: number; body: string }>(
      'GET',
      '/api/legal/test',
    )
    const { siteName, siteUrl, contactEmail } = await new TestClient().json<Record<string, string>>(
      'GET',
      '/api/settings',
    )
    expect([version, filled]).toEqual([3, `${siteName} at ${siteUrl}, write to ${contactEmail}`])
  })

  it.each(['unknown', '..%2Fterms', 'TERMS'])('of %s is not there', async (slug) => {
    const response = await new TestClient().get(`/api/legal/${slug}`)
    expect([response.status, (await problemOf(response)).code]).toEqual([404, 'not_found'])
  })
})
