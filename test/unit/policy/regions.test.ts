import { describe, expect, it } from 'vitest'
import { countryOf, isIn, isRegion } from '#worker/policy/regions'

/** Every code that ISO 3166-1 assigns, found by the runtime's names for them. */
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second))

/**
 * Codes that the runtime also has names for: unions, exceptional reservations, withdrawn codes, private use.
 */
const noCountries =
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(' ')

describe('isRegion', () => {
  it('knows every country, and no other code', () => {
    const known = codes.filter((code) => names.of(code) !== undefined && !noCountries.includes(code))
    expect(codes.filter(isRegion)).toEqual(known)
  })

  it.each(['US-TX', 'GB-ENG', 'XK'])('takes %s', (code) => {
    expect(isRegion(code)).toBe(true)
  })

  it.each(['', 'F', 'fr', 'UK', 'T1', 'XX', '-FR', ' FR'])('refuses %j', (code) => {
    expect(isRegion(code)).toBe(false)
  })
})

describe('isIn', () => {
  it.each([
    ['FR', ['FR'], true],
    ['FR', ['DE', 'FR'], true],
    ['US-TX', ['US-TX'], true],
    ['US-TX', ['US'], true],
    ['US-CA', ['US-TX'], false],
    ['US', ['US-TX'], false],
    ['FR', ['DE'], false],
    ['FR', [], false],
    [undefined, ['FR'], false],
  ])('%s in %j: %s', (place, regions, expected) => {
    expect(isIn(place, regions)).toBe(expected)
  })
})

describe('countryOf', () => {
  it.each([
    ['FR', 'FR'],
    ['US-TX', 'US'],
    [undefined, null],
  ])('%s is in %s', (place, country) => {
    expect(countryOf(place)).toBe(country)
  })
})
