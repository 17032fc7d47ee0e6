/**
 * Daily counters. Money is in minor units, with a name for each currency; coins are in units of `countedDecimals`.
 */
export type DailyName = 'signups' | 'uploads' | 'plays' | 'premium' | `${'charged' | 'refunded'}:${string}`
