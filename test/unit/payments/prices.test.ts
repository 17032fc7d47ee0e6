import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currencies,
  defaultPrices,
  periodDays,
  plans,
  priceFault,
  readPrices,
  yearlySaving,
} from '#contract/values/payments/prices'

describe('the price list', () => {
  it('has a default for every plan, in minor units', () => {
    expect(defaultPrices).toEqual({
      USD: { monthly: 1499, yearly: 9999 },
      INR: { monthly: 99_900, yearly: 799_900 },
      EUR: { monthly: 1499, yearly: 9999 },
      GBP: { monthly: 1299, yearly: 8999 },
    })
    expect(periodDays).toEqual({ monthly: 30, yearly: 365 })
  })

  it.each([
    [{ monthly: 99, yearly: 1000 }, ['Enter at least $1.', null]],
    [{ monthly: 100, yearly: 1199 }, [null, null]],
    [{ monthly: 100, yearly: 1200 }, [null, 'A year must cost less than 12 months.']],
    [{ monthly: 1499, yearly: 10_000 }, [null, null]],
    [{ monthly: 1499, yearly: 10_001 }, [null, 'Enter at most $100.']],
    [{ monthly: 14.5, yearly: Number.NaN }, Array(2).fill('Enter an amount such as 14.99.')],
  ])('%j in dollars: %j', (price, faults) => {
    expect(plans.map((plan) => priceFault('USD', plan, price))).toEqual(faults)
  })

  it('keeps what was stored, and has the default for a currency without valid prices', () => {
    const stored = { USD: { monthly: 999, yearly: 4999 }, INR: { monthly: 1, yearly: 2 }, EUR: null }
    expect(readPrices(stored)).toEqual({ ...defaultPrices, USD: stored.USD })
  })

  it('can be used whatever was stored', () => {
    const stored = fc.oneof(
      fc.anything({ withNullPrototype: true }),
      fc.dictionary(fc.constantFrom(...currencies), fc.anything()),
      fc.dictionary(
        fc.constantFrom(...currencies),
        fc.dictionary(fc.constantFrom(...plans), fc.oneof(fc.integer(), fc.double(), fc.anything())),
      ),
    )
    fc.assert(
      fc.property(stored, (value) => {
        const prices = readPrices(value)
        expect(Object.keys(prices)).toEqual([...currencies])
        for (const currency of currencies)
          for (const plan of plans) expect(priceFault(currency, plan, prices[currency])).toBeNull()
      }),
    )
  })

  it('computes what a year saves', () => {
    expect(currencies.map((currency) => yearlySaving(defaultPrices[currency]))).toEqual([44, 33, 44, 42])
  })
})
