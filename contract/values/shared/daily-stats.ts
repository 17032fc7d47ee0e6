/** Daily counters. Money is in minor units, with a name for each currency. */
export type DailyName =
  | 'signups'
  | 'uploads'
  | 'plays'
  | 'premium'
  | 'charged:USD'
  | 'charged:INR'
  | 'refunded:USD'
  | 'refunded:INR'
