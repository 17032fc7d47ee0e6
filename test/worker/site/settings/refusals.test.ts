import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmedMs } from '#contract/values/accounts/account'
import { auditLog } from '#db/schema'
import { problemOf, type TestClient } from '#test/support/client'
import { changeSettings, makeUser, signInAs, testDb } from '#test/support/factories'

const path = '/api/admin/settings'

let admin: TestClient
let user: { id: number; username: string }

beforeEach(async () => {
  user = await makeUser({ isAdmin: true })
  admin = await signInAs(user)
  await changeSettings({
    siteName: 'Nocturne',
    blockedRegions: [],
    minDuration: 1,
    maxDuration: 3600,
    maxUploadBytes: 4e9,
    quotaBytes: 50e9,
  })
})

function patch(json: object, headers?: HeadersInit) {
  return admin.request('PATCH', path, { json, ...(headers && { headers }) })
}

function acts() {
  return testDb().select().from(auditLog).where(eq(auditLog.actorId, user.id))
}

async function refusal(json: object, headers?: HeadersInit) {
  const response = await patch(json, headers)
  const { code, errors } = await problemOf(response)
  return [response.status, code, errors?.[0]?.path]
}

describe('settings are refused', () => {
  it.each([
    [{ minDuration: 3600, maxDuration: 60 }, 'minDuration'],
    [{ maxDuration: 0 }, 'maxDuration'],
    [{ minDuration: 1.5 }, 'minDuration'],
    [{ siteName: ' ' }, 'siteName'],
    [{ siteName: 'x'.repeat(61) }, 'siteName'],
    [{ contactEmail: 'nobody' }, 'contactEmail'],
    [{ siteName: 'Nocturne\r\nBcc: all@example.org' }, 'siteName'],
    // The configuration names it.
    [{ siteUrl: 'https://user:secret@nocturne.example' }, 'siteUrl'],
    [{ maxUploadBytes: 51 * 1024 ** 3 }, 'maxUploadBytes'],
    [{ quotaBytes: 1024 }, 'quotaBytes'],
    [{ storageBudgetBytes: -1 }, 'storageBudgetBytes'],
    [{ historyLimit: 0 }, 'historyLimit'],
    [{ historyLimit: 10_001 }, 'historyLimit'],
    [{ blockedRegions: ['France'] }, 'blockedRegions.0'],
    [{ blockedRegions: ['UK'] }, 'blockedRegions'],
    [{ blockedRegions: ['ZZ'] }, 'blockedRegions'],
    [{ updatedBy: 1 }, 'updatedBy'],
    [{ id: 2 }, 'id'],
  ])('%o', async (json, field) => {
    expect(await refusal(json)).toEqual([400, 'invalid_input', field])
    expect(await acts()).toEqual([])
  })

  it('against the half that is not sent, too', async () => {
    await changeSettings({ minDuration: 60 })
    expect(await refusal({ maxDuration: 59 })).toEqual([400, 'invalid_input', 'maxDuration'])
    expect(await refusal({ minDuration: 3600, maxDuration: 3599 })).toEqual([
      400,
      'invalid_input',
      'minDuration',
    ])
    expect((await patch({ maxDuration: 60 })).status).toBe(200)
  })

  it.each(['FR', 'FR-IDF'])('when they shut out who sends them from %s', async (place) => {
    const response = await patch({ blockedRegions: ['DE', 'FR'] }, { 'x-test-region': place })
    const { detail, errors } = await problemOf(response)
    expect([response.status, errors?.[0]?.path]).toEqual([400, 'blockedRegions'])
    expect(detail).toBe(`You are in ${place} yourself, so you'd lock yourself out.`)
    expect(await admin.json('GET', path)).toMatchObject({ blockedRegions: [] })
  })

  it('not for a region that was shut out before, so that a traveller can change the rest', async () => {
    await changeSettings({ blockedRegions: ['FR'] })
    const from = { 'x-test-region': 'FR' }
    expect((await patch({ blockedRegions: ['FR', 'DE'], siteName: 'On the road' }, from)).status).toBe(200)
    expect((await patch({ blockedRegions: ['US-TX'] }, { 'x-test-region': 'US-CA' })).status).toBe(200)
  })

  it('without a password that was typed lately', async () => {
    admin.now = Date.now() + confirmedMs + 60_000
    const response = await patch({ siteName: 'Nightfall' })
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'password_required'])
    expect(await acts()).toEqual([])
  })
})
