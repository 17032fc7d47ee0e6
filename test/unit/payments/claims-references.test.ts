import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalTransactionId } from '#worker/integrations/payments/chain/transaction-id'
import { canonicalReference, isProviderId } from '#worker/integrations/payments/upi/canonical-reference'

/** Fillers that don't change a reference: spaces, dashes, a zero-width space, a no-break space. */
const filler = fc.constantFrom('', '', ' ', '-', '\u2013', '\u200b', '\u00a0', '\t')

/** Disguises the text with letters in any case and fillers in between. */
function disguised(text: string) {
  const chars = fc.tuple(
    ...Array.from(text, (char) =>
      fc
        .tuple(filler, fc.boolean())
        .map(([gap, isUpper]) => gap + (isUpper ? char.toUpperCase() : char.toLowerCase())),
    ),
  )
  return fc.tuple(chars, filler).map(([parts, end]) => parts.join('') + end)
}

const reference = fc.stringMatching(/^[A-Z0-9]{6,40}$/)

describe('canonicalReference', () => {
  it('is the same however it is written', () => {
    const property = fc.property(
      reference.chain((ref) => fc.tuple(fc.constant(ref), disguised(ref))),
      ([ref, typed]) => {
        expect(canonicalReference(typed)).toBe(ref)
      },
    )
    fc.assert(property)
  })

  it('is a fixed point, or nothing', () => {
    const property = fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const ref = canonicalReference(typed)
      if (ref === null) return
      expect(canonicalReference(ref)).toBe(ref)
      expect(ref).toMatch(/^([A-Z0-9]{6,40}|pay_[A-Za-z0-9]{6,40})$/)
    })
    fc.assert(property)
  })

  it.each([
    ['4123 4567 8901', '412345678901'],
    ['4123-4567-8901', '412345678901'],
    ['\uff14\uff11\uff12345678901', '412345678901'],
    [' sbin0rtgs12 ', 'SBIN0RTGS12'],
    ['pay_G8VQzjPLoAvm6D', 'pay_G8VQzjPLoAvm6D'],
    [' pay_G8VQ zjPLoAvm6D', 'pay_G8VQzjPLoAvm6D'],
    ['12345', null],
    ['1'.repeat(41), null],
    ['PAY_G8VQzjPLoAvm6D', null],
    ['\u0664\u0661\u0662\u0663\u0664\u0665', null],
    ["1234567' or 1=1", null],
    ['стр0123456', null],
    ['', null],
  ])('of %j is %j', (typed, ref) => {
    expect(canonicalReference(typed)).toBe(ref)
  })

  it("tells the provider's own ids from others", () => {
    expect(isProviderId('pay_G8VQzjPLoAvm6D')).toBe(true)
    expect(isProviderId('412345678901')).toBe(false)
  })
})

describe('canonicalTransactionId', () => {
  const id = fc.stringMatching(/^[0-9a-f]{64}$/)

  it('is the same in any case, with 0x or without', () => {
    const property = fc.property(
      id.chain((one) => fc.tuple(fc.constant(one), disguised(one), fc.constantFrom('', '0x', '0X'))),
      ([one, typed, prefix]) => {
        const spaced = prefix + typed.replaceAll(/[-\u2013]/g, '')
        expect(canonicalTransactionId(spaced)).toBe(one)
      },
    )
    fc.assert(property)
  })

  it.each(['', '0x', 'a'.repeat(63), 'a'.repeat(65), `0x0x${'a'.repeat(60)}`, `${'a'.repeat(63)}g`])(
    'of %j is nothing',
    (typed) => {
      expect(canonicalTransactionId(typed)).toBeNull()
    },
  )
})
