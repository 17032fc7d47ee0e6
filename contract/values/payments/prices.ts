import { formatMoney } from '../shared/money'

export const plans = ['monthly', 'yearly'] as const
export type Plan = (typeof plans)[number]

export const currencies = ['USD', 'INR', 'EUR', 'GBP'] as const
export type Currency = (typeof currencies)[number]
/** Remembers the buyer's choice, so that the worker writes its prices into the page. */
export const currencyCookie = { name: 'currency', maxAge: 365 * 24 * 3600 } as const

/** The price list, a setting. Amounts are in minor units (cents, paise). */
export type Prices = Record<Currency, Record<Plan, number>>

/** The price list of a site that has set none. */
export const defaultPrices: Prices = {
  USD: { monthly: 1499, yearly: 9999 },
  INR: { monthly: 99_900, yearly: 799_900 },
  EUR: { monthly: 1499, yearly: 9999 },
  GBP: { monthly: 1299, yearly: 8999 },
}

/** Card processors charge at most 100.00 at once, UPI at most ₹1,00,000. */
const priceBounds: Record<Currency, { min: number; max: number }> = {
  USD: { min: 100, max: 10_000 },
  INR: { min: 10_000, max: 10_000_000 },
  EUR: { min: 100, max: 10_000 },
  GBP: { min: 100, max: 10_000 },
}

/** The highest price in minor units, in any currency. */
export const highestPrice = Math.max(...Object.values(priceBounds).map(({ max }) => max))

/** Returns why an amount can't be the price of a plan; null if it can. */
export function priceFault(currency: Currency, plan: Plan, price: Record<Plan, number>): string | null {
  const { min, max } = priceBounds[currency]
  const amount = price[plan]
  if (!Number.isSafeInteger(amount)) return 'Enter an amount such as 14.99.'
  if (amount < min) return `Enter at least ${formatMoney(min, currency)}.`
  if (amount > max) return `Enter at most ${formatMoney(max, currency)}.`
  if (plan === 'yearly' && amount >= 12 * price.monthly) return 'A year must cost less than 12 months.'
  return null
}

/** Reads a stored price list. A currency without valid prices has the default ones. */
export function readPrices(stored: unknown): Prices {
  const known = (stored ?? {}) as Partial<Record<Currency, Partial<Record<Plan, number>> | null>>
  const read = currencies.map((currency) => {
    const { monthly, yearly } = known[currency] ?? {}
    const price = { monthly, yearly } as Record<Plan, number>
    const isValid = plans.every((plan) => priceFault(currency, plan, price) === null)
    return [currency, isValid ? price : defaultPrices[currency]]
  })
  return Object.fromEntries(read)
}

/** Length of a prepaid term. */
export const periodDays: Record<Plan, number> = { monthly: 30, yearly: 365 }

/**
 * Returns the product's name for bank statements, receipts and emails: it doesn't reveal what kind of site
 * this is.
 */
export function membershipName(plan: Plan): string {
  return `Membership, ${periodDays[plan]} days`
}

/** Returns how much a year saves over twelve months, in whole per cent: 44 for $14.99 and $99.99. */
export function yearlySaving({ monthly, yearly }: Record<Plan, number>): number {
  return Math.round((1 - yearly / (12 * monthly)) * 100)
}

/** Returns a month's share of a year's price, in minor units; rounded up, so that it promises no less. */
export function monthOfYear({ yearly }: Record<Plan, number>): { amount: number; isExact: boolean } {
  return { amount: Math.ceil(yearly / 12), isExact: yearly % 12 === 0 }
}

/** Features of the site's videos; the pitch promises nothing else. */
interface Offer {
  offersDownloads: boolean
  offers4k: boolean
}

export function premiumFeatures({ offersDownloads, offers4k }: Offer): string[] {
  return [
    'Unlimited HD streaming',
    'Ad-free experience',
    'Exclusive content access',
    ...(offersDownloads ? ['Download videos'] : []),
    ...(offers4k ? ['Up to 4K video quality'] : []),
    'No automatic renewal',
  ]
}
