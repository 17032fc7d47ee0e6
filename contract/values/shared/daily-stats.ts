/**
 * Daily counters. Money is in minor units, with a name for each currency; coins are in units of `countedDecimals`.
 */
export type DailyName = 'signups' | 'uploads' | 'plays' | 'premium' | `${'charged' | 'refunded'}:${string}`

/** Numbers of days older than this are kept by month. Longer than any period that a page shows by day. */
export const daysKept = 400
