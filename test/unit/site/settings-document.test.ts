import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  publicPart,
  readSettings,
  settingsDocument,
  updateSettingsInput,
  withSettings,
} from '#contract/schemas/site/settings'
import { defaultPrices } from '#contract/values/payments/prices'

const names = Object.keys(defaultSettings) as (keyof typeof defaultSettings)[]
const read = (document: object) => readSettings(JSON.stringify(document))

describe('the settings', () => {
  it('are by default what may be set, as it is stored', () => {
    expect(settingsDocument.parse(JSON.parse(JSON.stringify(defaultSettings)))).toEqual(defaultSettings)
  })

  it('have their defaults where nothing is stored', () => {
    expect(read({})).toEqual({ settings: defaultSettings, mended: {} })
  })

  it('are read as they were set', () => {
    const set = {
      siteName: 'Nightfall',
      maxDuration: 60,
      logo: { url: '/api/logo/a', width: 20, height: 20 },
    }
    expect(read(set)).toEqual({ settings: { ...defaultSettings, ...set }, mended: {} })
  })

  it('are without what no setting is called', () => {
    expect(read({ ofLater: 1, siteUrl: 'https://old.example' }).settings).toEqual(defaultSettings)
  })

  it.each(names)('have a default where %s is nothing that it may be', (name) => {
    const { settings, mended } = read({ siteName: 'Nightfall', [name]: { no: 'such' } })
    expect(settings[name]).toEqual(defaultSettings[name])
    expect(mended).toEqual({ [name]: defaultSettings[name] })
  })

  it.each([
    ['maintenanceMode', 1, true],
    ['fieldData', 0, false],
    ['blockedRegions', ['FR', 'nowhere', 1, 'US-TX'], ['FR', 'US-TX']],
    [
      'prices',
      { USD: { monthly: 999, yearly: 1 }, EUR: { monthly: 999, yearly: 9900 } },
      {
        ...defaultPrices,
        EUR: { monthly: 999, yearly: 9900 },
      },
    ],
  ] as const)('save what they can of %s', (name, stored, mended) => {
    expect(read({ [name]: stored }).mended).toEqual({ [name]: mended })
  })

  it('are whole and valid, whatever is stored', () => {
    const some = fc.record(
      Object.fromEntries(
        names.map((name) => [name, fc.oneof(fc.jsonValue(), fc.constant(defaultSettings[name]))]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(some, (document) => {
        const { settings } = read(document)
        expect(settingsDocument.parse(settings)).toEqual(settings)
      }),
    )
  })
})

describe('a change', () => {
  it('stores what was set and nothing else, so that a later default counts', () => {
    expect(JSON.parse(withSettings('{}', { siteName: 'Nightfall', accent: null }))).toEqual({
      siteName: 'Nightfall',
      accent: null,
    })
  })

  it('keeps what another version of the site has stored, also values that this one wouldn’t take', () => {
    const stored = { ofLater: { a: 1 }, minDuration: 'long', siteName: 'Nightfall' }
    expect(JSON.parse(withSettings(JSON.stringify(stored), { commentsEnabled: true }))).toEqual({
      ofLater: { a: 1 },
      minDuration: 'long',
      siteName: 'Nightfall',
      commentsEnabled: true,
    })
  })

  it('names settings alone, any number of them, and only removes a logo', () => {
    expect(updateSettingsInput.parse({})).toEqual({})
    expect(updateSettingsInput.parse(defaultSettings)).toEqual(defaultSettings)
    expect(updateSettingsInput.safeParse({ siteUrl: 'https://example.org' }).success).toBe(false)
    const logo = { url: 'https://elsewhere.example/a.png', width: 20, height: 20 }
    expect(updateSettingsInput.safeParse({ logo }).success).toBe(false)
  })
})

it('what everyone may see leaves out what only administrators see', () => {
  expect(publicPart(defaultSettings)).toMatchObject({ siteName: 'Nocturne', prices: defaultPrices })
  expect(publicPart(defaultSettings)).not.toHaveProperty('quotaBytes')
})
