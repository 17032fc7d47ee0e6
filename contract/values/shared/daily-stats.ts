/**
 * Daily counters. Money is in minor units, with a name for each currency; coins are in units of `countedDecimals`.
 */
export type DailyName = 'signups' | 'uploads' | 'plays' | 'premium' | `${'charged' | 'refunded'}:${string}`

/** Days after which daily numbers are folded into months. Longer than any period that a page shows by day. */
export const daysKept = 400
