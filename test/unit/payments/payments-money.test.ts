import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, minorOf } from '#worker/integrations/payments/money'

const minor = fc.integer({ min: 0, max: 99_999_999_999 })

describe('amounts of providers', () => {
  it('come back as they were written', () => {
    fc.assert(fc.property(minor, (value) => minorOf(decimalOf(value)) === value))
  })

  it('are written with two places, as PayPal wants them', () => {
    fc.assert(fc.property(minor, (value) => /^(0|[1-9]\d*)\.\d\d$/.test(decimalOf(value))))
    expect([0, 5, 1499, 9999, 100].map(decimalOf)).toEqual(['0.00', '0.05', '14.99', '99.99', '1.00'])
  })

  it('are read by their digits, not as doubles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, places) => {
          expect(minorOf(`${whole}.${String(places).padStart(2, '0')}`)).toBe(whole * 100 + places)
        },
      ),
    )
    // 1.15 * 100 is 114.99999999999999.
    expect(minorOf('1.15')).toBe(115)
  })

  it.each([
    ['14.9', 1490],
    ['1499', 149_900],
    ['0', 0],
  ])('%s is %d minor units', (text, value) => {
    expect(minorOf(text)).toBe(value)
  })

  it.each([
    '',
    '14.990',
    '14.',
    '.99',
    '014.99',
    '-14.99',
    '+14.99',
    ' 14.99',
    '14.99\n',
    '14,99',
    '1,499.00',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '١٤.٩٩',
    '9999999999999.00',
  ])('%j is no amount', (text) => {
    expect(minorOf(text)).toBeNull()
  })

  it('no text is read as more than its digits say', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+eE, '), maxLength: 12 }), (text) => {
        const value = minorOf(text)
        if (value !== null) expect(Math.abs(value - Number(text) * 100)).toBeLessThan(0.01)
      }),
    )
  })
})
