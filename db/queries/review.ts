import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { users, videos } from '../schema'
import { indexedColumns, indexedVideos } from './videos'

/**
 * What waits for approval and can be looked at, oldest first. What is still being read, couldn't be, or is held back
 * for another reason isn't a reviewer's to decide.
 */
export function pendingVideos(db: Db, limit: number, after?: number) {
  return db
    .select(indexedColumns)
    .from(indexedVideos('videos_pending'))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(
      and(
        // In words, since a parameter doesn't tell SQLite that the partial index holds it.
        sql`review = 'pending'`,
        eq(videos.status, 'ready'),
        isNull(videos.hold),
        after === undefined ? undefined : gt(videos.id, after),
      ),
    )
    .orderBy(asc(videos.id))
    .limit(limit)
}
