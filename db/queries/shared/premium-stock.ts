import { sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { categories } from '../../schema'

/**
 * Returns the number and the total length of the videos that Premium unlocks: premium, and visible to
 * everyone. Reads one row per category, however many videos there are.
 */
export function premiumStock(db: Db) {
  return db
    .select({
      videos: sql<number>`coalesce(sum(${categories.premiumCount}), 0)`.as('stock_videos'),
      seconds: sql<number>`coalesce(sum(${categories.premiumSeconds}), 0)`.as('stock_seconds'),
    })
    .from(categories)
}
