import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { likes, videos } from '../../schema'

/** Nothing for a video that is gone by now, nor for a second like. Run addLikeCount right behind it, in one batch. */
export function insertLike(db: Db, userId: number, videoId: number, now: number) {
  return insertFrom(
    db,
    likes,
    { userId, videoId: videos.id, createdAt: now },
    sql`from ${videos} where ${videos.id} = ${videoId}`,
  ).onConflictDoNothing()
}

/** Run addLikeCount right behind it, in one batch. */
export function deleteLike(db: Db, userId: number, videoId: number) {
  return db.delete(likes).where(and(eq(likes.userId, userId), eq(likes.videoId, videoId)))
}

/** Moves the count by the rows that the statement before it changed: `changes()` is 0 where nothing did. */
export function addLikeCount(db: Db, videoId: number, sign: 1 | -1) {
  return db
    .update(videos)
    .set({ likes: sql`${videos.likes} + ${sign} * changes()` })
    .where(eq(videos.id, videoId))
    .returning({ likes: videos.likes })
}

/** Which of the videos the account likes. */
export function likedAmong(db: Db, userId: number, videoIds: number[]) {
  return db
    .select({ videoId: likes.videoId })
    .from(likes)
    .where(and(eq(likes.userId, userId), inArray(likes.videoId, videoIds)))
}

/** One row where the account likes the video, none otherwise. */
export function likeOf(db: Db, userId: number, videoId: number) {
  return likedAmong(db, userId, [videoId])
}
