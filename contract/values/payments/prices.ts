/** The only price list. Amounts are in minor units (cents, paise). */
export const plans = ['monthly', 'yearly'] as const
export type Plan = (typeof plans)[number]

export const currencies = ['USD', 'INR'] as const
export type Currency = (typeof currencies)[number]

export const prices: Record<Currency, Record<Plan, number>> = {
  USD: { monthly: 1499, yearly: 9999 },
  INR: { monthly: 99900, yearly: 799900 },
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

/** Returns what a year saves over twelve months, in whole per cent: 44 for USD, 33 for INR. */
export function yearlySaving(currency: Currency): number {
  const { monthly, yearly } = prices[currency]
  return Math.round((1 - yearly / (12 * monthly)) * 100)
}

/** What the site's videos have; the pitch promises nothing else. */
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
    'Never renews by itself',
  ]
}
