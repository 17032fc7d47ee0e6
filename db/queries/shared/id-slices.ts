import { sql } from 'drizzle-orm'
import type { Db } from '../../client'

/** IDs of accounts or videos that a task looks at in one run. */
export interface IdSlice {
  after: number
  upTo: number
}

export function highestIds(db: Db) {
  return db
    .select({
      accounts: sql<number>`(select coalesce(max(id), 0) from users)`.as('accounts'),
      videos: sql<number>`(select coalesce(max(id), 0) from videos)`.as('videos'),
    })
    .from(sql`(select 1)`)
}
