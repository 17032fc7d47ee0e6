import { describe, expect, it } from 'vitest'
import { currencies, periodDays, plans, prices, yearlySaving } from '../../../contract/values/payments/prices'

describe('the price book', () => {
  it('holds the price of every plan, in minor units', () => {
    expect(prices).toEqual({
      USD: { monthly: 1499, yearly: 9999 },
      INR: { monthly: 99_900, yearly: 799_900 },
    })
    expect(periodDays).toEqual({ monthly: 30, yearly: 365 })
  })

  it('has a whole price for every plan in every currency, and a year below twelve months', () => {
    for (const currency of currencies) {
      for (const plan of plans) expect(Number.isSafeInteger(prices[currency][plan])).toBe(true)
      expect(prices[currency].yearly).toBeLessThan(12 * prices[currency].monthly)
    }
  })

  it('computes what a year saves', () => {
    expect([yearlySaving('USD'), yearlySaving('INR')]).toEqual([44, 33])
  })
})
