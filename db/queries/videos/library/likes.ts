import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { followedBy } from '#db/followed-by'
import { insertFrom } from '#db/insert-from'
import { likes, videos } from '#db/schema'
import { countReaction } from '../statistics'

/**
 * Adds a like and counts it; nothing for a second like. `counted` has the video's row, unless the video is
 * gone.
 */
export function addLike(db: Db, userId: number, videoId: number, now: number) {
  const like = insertFrom(
    db,
    likes,
    { userId, videoId: videos.id, createdAt: now },
    sql`from ${videos} where ${videos.id} = ${videoId}`,
  ).onConflictDoNothing()
  return followedBy(like, ...countReaction(db, { videoId, now, likes: 1 }), ({ changes }) => ({
    counted: moveCount(db, videoId, sql`+ ${changes}`),
  }))
}

/** Deletes a like and subtracts it from the count. */
export function deleteLike(db: Db, userId: number, videoId: number, now: number) {
  const like = db.delete(likes).where(and(eq(likes.userId, userId), eq(likes.videoId, videoId)))
  return followedBy(like, ...countReaction(db, { videoId, now, likes: -1 }), ({ changes }) => ({
    counted: moveCount(db, videoId, sql`- ${changes}`),
  }))
}

function moveCount(db: Db, videoId: number, by: SQL) {
  return db
    .update(videos)
    .set({ likes: sql`${videos.likes} ${by}` })
    .where(eq(videos.id, videoId))
    .returning({ likes: videos.likes })
}

/** Returns those of the videos that the account likes. */
export function likedAmong(db: Db, userId: number, videoIds: number[]) {
  return db
    .select({ videoId: likes.videoId })
    .from(likes)
    .where(and(eq(likes.userId, userId), inArray(likes.videoId, videoIds)))
}

/** Returns a row if the account likes the video. */
export function likeOf(db: Db, userId: number, videoId: number) {
  return likedAmong(db, userId, [videoId])
}
