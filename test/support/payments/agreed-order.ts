import { type Currency, defaultPrices, type Plan } from '#contract/values/payments/prices'

/** Returns the body of an order whose buyer agrees to the default price. */
export function agreedOrder<Code extends Currency>(currency: Code, plan: Plan = 'monthly') {
  return { plan, currency, agreedMinor: defaultPrices[currency][plan] }
}
