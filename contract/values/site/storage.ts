import { day } from '../shared/time'

/**
 * R2's price for a GB (10^9 bytes) a month, in dollars, and the free GB:
 * developers.cloudflare.com/r2/pricing.
 */
export const storagePrice = { perGb: 0.015, freeGb: 10 } as const

/** Minimum age of an orphan for a clean-up, in milliseconds: a younger one may be about to get its row. */
export const orphanAgeMs = day
