/** The one price book. Amounts are minor units (cents, paise). */
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

/** What is sold, as a bank statement, a receipt and a mail call it: it tells nobody what kind of site it is. */
export function membershipName(plan: Plan): string {
  return `Membership, ${periodDays[plan]} days`
}

/** What a year costs less than twelve months, in whole per cent: 44 for USD, 33 for INR. */
export function yearlySaving(currency: Currency): number {
  const { monthly, yearly } = prices[currency]
  return Math.round((1 - yearly / (12 * monthly)) * 100)
}

export const premiumFeatures = [
  'Unlimited HD streaming',
  'Ad-free experience',
  'Exclusive content access',
  'Download videos',
  '4K video quality',
  'Cancel anytime',
] as const
