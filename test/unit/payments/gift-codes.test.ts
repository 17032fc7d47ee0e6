import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giftCodeBytes, giftCodeOf, readGiftCode, spacedGiftCode } from '#contract/values/payments/gift-codes'

const signs = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const code = fc.uint8Array({ minLength: giftCodeBytes, maxLength: giftCodeBytes }).map(giftCodeOf)
const place = fc.nat(giftCodeBytes - 1)

/** Characters that people type for a printed one. */
const misread: Record<string, string[]> = { 0: ['O', 'o'], 1: ['I', 'i', 'L', 'l'], V: ['U', 'u', 'v'] }

const put = (text: string, at: number, sign: string) => text.slice(0, at) + sign + text.slice(at + 1)

describe('a gift code', () => {
  it('has at least 128 bits, and uses every one', () => {
    expect(giftCodeBytes * 5).toBeGreaterThanOrEqual(128)
    for (let at = 0; at < giftCodeBytes; at += 1) {
      const made = signs.map((_, value) => {
        const bytes = new Uint8Array(giftCodeBytes)
        bytes[at] = value
        return giftCodeOf(bytes)
      })
      expect(made.map((each) => each[at])).toEqual(signs)
    }
    expect(() => giftCodeOf(new Uint8Array(giftCodeBytes - 1))).toThrow()
  })

  it('is read as it was printed, whatever its case, spaces, dashes and misread signs', () => {
    const gaps = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\t', ' - '), {
      minLength: 29,
      maxLength: 29,
    })
    fc.assert(
      fc.property(code, gaps, fc.infiniteStream(fc.nat(5)), (made, between, picks) => {
        expect(readGiftCode(spacedGiftCode(made))).toBe(made)
        const typed = [...made].map((sign, index) => {
          const ways = [sign, sign.toLowerCase(), ...(misread[sign] ?? [])]
          const way = ways[Number(picks.next().value) % ways.length] ?? sign
          return (between[index] ?? '') + way
        })
        expect(readGiftCode(typed.join('') + (between.at(-1) ?? ''))).toBe(made)
      }),
    )
  })

  it('is none with a wrong sign, with two that changed places, or with one too few or many', () => {
    fc.assert(
      fc.property(code, place, place, fc.constantFrom(...signs), (made, first, second, sign) => {
        const [a = '', b = ''] = [made[first], made[second]]
        if (sign !== a) expect(readGiftCode(put(made, first, sign))).toBeNull()
        const swapped = put(put(made, first, b), second, a)
        expect(readGiftCode(swapped)).toBe(a === b ? made : null)
        expect(readGiftCode(made.slice(0, first) + made.slice(first + 1))).toBeNull()
        expect(readGiftCode(made.slice(0, first) + sign + made.slice(first))).toBeNull()
      }),
    )
    fc.assert(
      fc.property(code, fc.constantFrom(26, 27), fc.constantFrom(...signs), (made, at, sign) => {
        expect(readGiftCode(put(made, at, sign))).toBe(made[at] === sign ? made : null)
      }),
    )
  })

  it('is none with any other sign, and whatever the text', () => {
    fc.assert(
      fc.property(code, place, fc.string({ minLength: 1, maxLength: 1 }), (made, at, sign) => {
        const read = readGiftCode(put(made, at, sign))
        expect(read === null || read === made).toBe(true)
      }),
    )
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => readGiftCode(text) === null))
  })
})
