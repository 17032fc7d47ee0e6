import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { videos, watchHistory } from '../schema'

/** Notes where an account left a video, as long as the video is there. */
export function upsertPosition(db: Db, userId: number, videoId: number, position: number, now: number) {
  return db
    .insert(watchHistory)
    .select(
      db
        .select({
          userId: sql<number>`${userId}`.as('user_id'),
          videoId: videos.id,
          position: sql<number>`${position}`.as('position'),
          watchedAt: sql<number>`${now}`.as('watched_at'),
        })
        .from(videos)
        .where(eq(videos.id, videoId)),
    )
    .onConflictDoUpdate({
      target: [watchHistory.userId, watchHistory.videoId],
      set: { position: sql`excluded.position`, watchedAt: sql`excluded.watched_at` },
    })
}

/** Where the account goes on with the videos; no row for one that it has not begun or has seen to its end. */
export function positionsAmong(db: Db, userId: number, videoIds: number[]) {
  return db
    .select({ videoId: watchHistory.videoId, position: watchHistory.position })
    .from(watchHistory)
    .where(
      and(
        eq(watchHistory.userId, userId),
        inArray(watchHistory.videoId, videoIds),
        gt(watchHistory.position, 0),
      ),
    )
}

/** The same for one: a row, or none. */
export function positionOf(db: Db, userId: number, videoId: number) {
  return positionsAmong(db, userId, [videoId])
}
