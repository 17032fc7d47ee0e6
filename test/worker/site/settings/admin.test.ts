import { env } from 'cloudflare:workers'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { updateSettingsInput } from '#contract/schemas/site/settings'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { auditLog } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { changeSettings, changeSettingsRow, makeUser, signInAs, testDb } from '#test/support/factories'
import { copySettings, updateSettings } from '#worker/services/shared/settings/index'

const db = testDb()
const path = '/api/admin/settings'

let admin: TestClient
let user: { id: number; username: string }

beforeEach(async () => {
  user = await makeUser({ isAdmin: true })
  admin = await signInAs(user)
  await changeSettings({
    siteName: 'Nocturne',
    maintenanceMode: false,
    blockedRegions: [],
    regionsDecided: false,
    minDuration: 1,
    maxDuration: 3600,
    maxUploadBytes: 4e9,
    quotaBytes: 50e9,
  })
})

function patch(json: object) {
  return admin.request('PATCH', path, { json })
}

async function acts() {
  const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id)).orderBy(asc(auditLog.id))
  return rows.map(({ action, details }) => ({ action, details: JSON.parse(details ?? 'null') }))
}

describe('GET /api/admin/settings', () => {
  it('is the row itself, with who changed it last and when', async () => {
    await changeSettingsRow({ siteDescription: 'From the row' })
    const answer = await admin.json<AdminSettings>('GET', path)
    expect(answer).toMatchObject({
      siteDescription: 'From the row',
      blockedRegions: [],
      regionsDecided: false,
    })
    admin.now = Date.now() + 60_000
    await patch({ siteName: 'Nightfall' })
    expect(await admin.json('GET', path)).toMatchObject({
      siteName: 'Nightfall',
      updatedAt: new Date(admin.now).toISOString(),
      updatedBy: user,
    })
  })
})

describe('PATCH /api/admin/settings', () => {
  it('changes what was sent, leaves the rest, and answers the whole', async () => {
    const before = await admin.json<AdminSettings>('GET', path)
    const response = await patch({ siteName: '  Nightfall ', maxDuration: 7200 })
    expect(response.status).toBe(200)
    const after = await response.json<AdminSettings>()
    expect(after).toEqual({
      ...before,
      siteName: 'Nightfall',
      maxDuration: 7200,
      updatedAt: after.updatedAt,
      updatedBy: user,
    })
    expect(await admin.json('GET', path)).toEqual(after)
  })

  it('empties each one that may be empty', async () => {
    const filled = {
      siteDescription: 'Films of light',
      blockedRegions: ['FR'],
      blockedTerms: 'forbidden',
      accent: '#4dd0e1',
      footerLinks: [{ label: 'Premium', url: '/premium' }],
      cardProcessor: 'ccbill',
    }
    const empty = (name: string) =>
      ['', null, []].find((value) => updateSettingsInput.safeParse({ [name]: value }).success)
    // The logo is set by a request of its own.
    const may = Object.keys(updateSettingsInput.shape).filter((name) => empty(name) !== undefined)
    expect(may.filter((name) => name !== 'logo').sort()).toEqual(Object.keys(filled).sort())
    const emptied = Object.fromEntries(Object.keys(filled).map((name) => [name, empty(name)]))
    expect(await (await patch(filled)).json()).toMatchObject(filled)
    expect(await (await patch(emptied)).json()).toMatchObject(emptied)
    expect(await admin.json('GET', path)).toMatchObject(emptied)
  })

  it('notes what was and what is, of the changed fields alone', async () => {
    await patch({ siteName: 'Nightfall', maxDuration: 3600, requireContentApproval: true })
    await patch({ requireContentApproval: false })
    expect(await acts()).toEqual([
      {
        action: 'settings.update',
        details: {
          before: { siteName: 'Nocturne', requireContentApproval: false },
          after: { siteName: 'Nightfall', requireContentApproval: true },
        },
      },
      {
        action: 'settings.update',
        details: { before: { requireContentApproval: true }, after: { requireContentApproval: false } },
      },
    ])
  })

  it('is no change, and no entry, when it says what is', async () => {
    const { updatedAt, siteName } = await admin.json<AdminSettings>('GET', path)
    expect(await (await patch({ siteName, blockedRegions: [], regionsDecided: false })).json()).toMatchObject(
      {
        updatedAt,
      },
    )
    expect(await acts()).toEqual([])
  })

  it('counts at once here, and after ten seconds in what has read the settings just before', async () => {
    const visitor = new TestClient()
    await visitor.get('/api/settings')
    await patch({ siteName: 'Nightfall' })
    expect(await env.SETTINGS.get('settings', 'json')).toMatchObject({ siteName: 'Nightfall' })
    visitor.now = Date.now() + 10_001
    expect(await visitor.json('GET', '/api/settings')).toMatchObject({ siteName: 'Nightfall' })
  })

  it('closes and opens the site', async () => {
    const visitor = new TestClient()
    await patch({ maintenanceMode: true })
    expect((await visitor.get('/api/videos')).status).toBe(503)
    await patch({ maintenanceMode: false })
    expect((await visitor.get('/api/videos')).status).toBe(200)
  })

  it('both of two at once count, and each notes what it found', async () => {
    const [one, other] = await Promise.all([
      patch({ siteName: 'One', minDuration: 5 }),
      patch({ siteName: 'Other', maxDuration: 600 }),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    const now = await admin.json<AdminSettings>('GET', path)
    expect(now).toMatchObject({ minDuration: 5, maxDuration: 600 })
    const names = (await acts()).map(({ details }) => [details.before.siteName, details.after.siteName])
    expect(names[0]?.[0]).toBe('Nocturne')
    expect(names[1]?.[0]).toBe(names[0]?.[1])
    expect(now.siteName).toBe(names[1]?.[1])
  })

  it('never lets two at once contradict each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      await changeSettings({ minDuration: 1, maxDuration: 3600 })
      const answers = await Promise.all([patch({ minDuration: 600 }), patch({ maxDuration: 300 })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      const { minDuration, maxDuration } = await admin.json<AdminSettings>('GET', path)
      expect(minDuration <= maxDuration).toBe(true)
    }
  })

  it('sorts regions, names each once, and takes them for a decision', async () => {
    const answer = await (
      await patch({ blockedRegions: ['us-tx', 'FR', 'fr ', 'US-TX'] })
    ).json<AdminSettings>()
    expect([answer.blockedRegions, answer.regionsDecided]).toEqual([['FR', 'US-TX'], true])
    const everywhere = await (await patch({ blockedRegions: [], regionsDecided: true })).json<AdminSettings>()
    expect([everywhere.blockedRegions, everywhere.regionsDecided]).toEqual([[], true])
  })
})

describe('the copy in KV', () => {
  it('follows within a minute when it could not be written', async () => {
    const ctx = await userContext()
    const failing = {
      ...ctx.settingsCopy,
      write: () => Promise.reject(new Error('KV PUT failed: 429')),
    }
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await updateSettings({ ...ctx, settingsCopy: failing }, { siteName: 'Nightfall' })
    expect(warned).toHaveBeenCalledOnce()
    warned.mockRestore()
    expect(await env.SETTINGS.get('settings', 'json')).toMatchObject({ siteName: 'Nocturne' })
    await copySettings(await jobContext())
    expect(await env.SETTINGS.get('settings', 'json')).toMatchObject({ siteName: 'Nightfall' })
  })

  it('is left alone where it is what the row says', async () => {
    const ctx = await jobContext()
    const write = vi.fn()
    await copySettings({ ...ctx, settingsCopy: { ...ctx.settingsCopy, write } })
    expect(write).not.toHaveBeenCalled()
  })
})

it('a limit counts in the next upload, whatever the copy says', async () => {
  const uploader = await signInAs(await makeUser())
  await changeSettingsRow({ maxUploadBytes: 1024 ** 2 })
  const json = {
    kind: 'video',
    size: 2 * 1024 ** 2,
    contentType: 'video/mp4',
    fileName: 'a.mp4',
    fingerprint: 'a'.repeat(64),
  }
  const response = await uploader.request('POST', '/api/uploads', { json })
  expect([response.status, (await problemOf(response)).code]).toEqual([413, 'too_large'])
})
