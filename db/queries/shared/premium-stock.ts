import { gt, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { condition } from '../../conditions'
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

/** Returns a row if there is such a video. */
export function firstStocked(db: Db) {
  return db.select({ id: categories.id }).from(categories).where(gt(categories.premiumCount, 0)).limit(1)
}

/** Holds while there is such a video: without one, nothing is sold. */
export const whereStocked = condition(sql`exists (select 1 from categories where premium_count > 0)`)
