import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { insertFrom } from '#db/insert-from'
import { users, videos, watchHistory } from '#db/schema'
import { type IdSlice, idsOf } from '../../shared/id-slices'
import { expressions, indexedBy } from '../../shared/index-hints'
import { indexedColumns, type Opened } from '../video'

/** Records the position at which an account left a video. */
export function upsertPosition(db: Db, userId: number, video: Opened, position: number, now: number) {
  return insertWatched(db, userId, video, position, now).onConflictDoUpdate({
    target: [watchHistory.userId, watchHistory.videoId],
    set: { position: sql`excluded.position`, ...opened },
  })
}

/** Records that an account watched a video; its position stays. */
export function noteWatched(db: Db, userId: number, video: Opened, now: number) {
  return insertWatched(db, userId, video, 0, now).onConflictDoUpdate({
    target: [watchHistory.userId, watchHistory.videoId],
    set: opened,
  })
}

const opened = {
  watchedAt: sql`excluded.watched_at`,
  linkKey: sql`coalesce(excluded.link_key, ${watchHistory.linkKey})`,
}

/**
 * Inserts an entry of the history; nothing if the video is gone or the account has turned its history off.
 */
function insertWatched(
  db: Db,
  userId: number,
  { id: videoId, givenKey: linkKey = null }: Opened,
  position: number,
  now: number,
) {
  return insertFrom(
    db,
    watchHistory,
    { userId, videoId: videos.id, position, watchedAt: now, linkKey },
    sql`from ${videos} where ${videos.id} = ${videoId}
      and exists (select 1 from users where id = ${userId} and saves_history = 1)`,
  )
}

/**
 * Returns the positions at which the account resumes the videos; no row for those hardly begun or watched to
 * the end.
 */
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

/** Returns the position at which the account resumes one video: a row, or none. */
export function positionOf(db: Db, userId: number, videoId: number) {
  return positionsAmong(db, userId, [videoId])
}

const {
  position,
  watchedAt,
  videoId: watchedId,
  givenKey,
} = expressions({
  givenKey: watchHistory.linkKey,
  position: watchHistory.position,
  watchedAt: watchHistory.watchedAt,
  videoId: watchHistory.videoId,
})

/** The last row of the page before. */
export interface WatchedCursor {
  watchedAt: number
  videoId: number
}

/**
 * Returns a limited number of an account's watched videos, newest first, whether or not it may still see
 * them.
 */
export function watchedPage(db: Db, userId: number, atMost: number, after?: WatchedCursor) {
  const onward = after && sql`(${watchedAt}, ${watchedId}) < (${after.watchedAt}, ${after.videoId})`
  return watchedRows(db, 'watch_history_recent', userId, onward).limit(atMost)
}

/** Returns an account's unfinished videos: neither hardly begun nor watched to the end. */
export function unfinishedRows(db: Db, userId: number, atMost: number) {
  // A literal condition, since a parameter doesn't tell SQLite that a partial index holds the row.
  return watchedRows(db, 'watch_history_unfinished', userId, sql`${position} > 0`).limit(atMost)
}

function watchedRows(db: Db, index: string, userId: number, where: SQL | undefined) {
  return db
    .select({ ...indexedColumns, position, watchedAt, givenKey })
    .from(indexedBy(watchHistory, index))
    .innerJoin(videos, eq(videos.id, watchHistory.videoId))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(and(eq(watchHistory.userId, userId), where))
    .orderBy(desc(watchedAt), desc(watchedId))
}

export type WatchedRow = Awaited<ReturnType<typeof watchedPage>>[number]

export function deleteWatched(db: Db, userId: number, videoId: number) {
  return db
    .delete(watchHistory)
    .where(and(eq(watchHistory.userId, userId), eq(watchHistory.videoId, videoId)))
}

/** Deletes some of an account's history up to a time. */
export function deleteHistory(db: Db, userId: number, until: number, atMost: number) {
  const some = db
    .select({ videoId: watchHistory.videoId })
    .from(watchHistory)
    .where(and(eq(watchHistory.userId, userId), lte(watchHistory.watchedAt, until)))
    .limit(atMost)
  return db
    .delete(watchHistory)
    .where(and(eq(watchHistory.userId, userId), inArray(watchHistory.videoId, some)))
    .returning({ videoId: watchHistory.videoId })
}

/**
 * Deletes some of the oldest entries of those accounts of a slice that have more than `kept`. Entries as old
 * as the last one kept stay.
 */
export function deleteBeyond(db: Db, slice: IdSlice, kept: number, atMost: number) {
  const lastKept = sql`select k.watched_at from watch_history k indexed by watch_history_recent
    where k.user_id = u.id order by k.watched_at desc limit 1 offset ${kept - 1}`
  const beyond = sql`select h.user_id, h.video_id from users u
    cross join watch_history h indexed by watch_history_recent on h.user_id = u.id and h.watched_at < (${lastKept})
    where u.id in ${idsOf(slice, users.id)} limit ${atMost}`
  return db.delete(watchHistory).where(sql`(${watchHistory.userId}, ${watchHistory.videoId}) in (${beyond})`)
}
