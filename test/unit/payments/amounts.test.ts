import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '#contract/values/payments/amounts'
import { coinFacts, coins, formatAtomic } from '#contract/values/payments/payments'

describe('an amount in words', () => {
  it.each([
    [{ currency: 'USD', amountMinor: 1499, amountAtomic: null }, '$14.99'],
    [{ currency: 'USD', amountMinor: 9999, amountAtomic: null }, '$99.99'],
    [{ currency: 'USD', amountMinor: 1450, amountAtomic: null }, '$14.50'],
    [{ currency: 'INR', amountMinor: 99_900, amountAtomic: null }, '₹999'],
    [{ currency: 'INR', amountMinor: 799_900, amountAtomic: null }, '₹7,999'],
    [{ currency: 'BTC', amountMinor: null, amountAtomic: '50000' }, '0.0005 BTC'],
    [{ currency: 'ETH', amountMinor: null, amountAtomic: '7000000000000000' }, '0.007 ETH'],
    [{ currency: 'USDT', amountMinor: null, amountAtomic: '15000000' }, '15 USDT'],
  ])('writes %j as %s', (amount, text) => {
    expect(formatAmount(amount)).toBe(text)
  })

  it('loses no atomic unit of any coin', () => {
    fc.assert(
      fc.property(fc.constantFrom(...coins), fc.bigInt({ min: 0n, max: 10n ** 24n }), (coin, atomic) => {
        const { decimals } = coinFacts[coin]
        const [whole = '', rest = ''] = formatAtomic(String(atomic), decimals).split('.')
        expect(BigInt(whole + rest.padEnd(decimals, '0'))).toBe(atomic)
        expect(rest.endsWith('0')).toBe(false)
      }),
    )
  })
})
