import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { readSettings } from '#contract/schemas/site/settings'
import { settingText, whereSettingOn } from '#db/queries/shared/settings'
import { settings } from '#db/schema'
import { makeUser, signInAs, testDb } from '#test/support/factories'
import { loadSettings } from '#worker/services/shared/settings/index'

const db = testDb()
const path = '/api/admin/settings'
const store = (document: string) => db.update(settings).set({ document })

let logged: MockInstance<typeof console.error>

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => logged.mockRestore())
afterAll(() => store('{}'))

it.each([
  '{}',
  ...[true, false, null, 1, 0, 2, 'true', '1', []].map((value) =>
    JSON.stringify({ requireContentApproval: value, fieldData: value, siteDescription: value }),
  ),
])('%s is read in SQL as in code', async (document) => {
  await store(document)
  const row = await db.get<Record<string, unknown>>(sql`select
    ${whereSettingOn('requireContentApproval')} as reviews, ${whereSettingOn('fieldData')} as measures,
    ${settingText('siteName')} as name, ${settingText('siteDescription')} as description from settings`)
  const { requireContentApproval, fieldData, siteName, siteDescription } = readSettings(document).settings
  expect([row.reviews, row.measures, row.name, row.description]).toEqual([
    Number(requireContentApproval),
    Number(fieldData),
    siteName,
    siteDescription,
  ])
})

it.each(['', 'no JSON', '[]', '"{}"', 'null'])('%s is refused by the database', async (document) => {
  await expect(store(document)).rejects.toThrow()
})

it('what is malformed has its default, and is logged by name until it is set again', async () => {
  await store('{"siteName":"Nightfall","minDuration":"long","maxDuration":-1}')
  const admin = await signInAs(await makeUser({ isAdmin: true }))
  const answer = await admin.get(path)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ siteName: 'Nightfall', minDuration: 1, maxDuration: 3600 }),
  ])
  const told = () => logged.mock.calls.flat().filter((line) => String(line).includes('settings.mended'))
  expect(told().join()).toContain('"names":"minDuration maxDuration"')
  await admin.request('PATCH', path, { json: { siteName: 'Noon', minDuration: 1 } })
  logged.mockClear()
  expect(await loadSettings(db)).toMatchObject({ siteName: 'Noon', minDuration: 1, maxDuration: 3600 })
  expect(told().join()).toContain('"names":"maxDuration"')
})
