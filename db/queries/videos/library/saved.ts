import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SavedOrder } from '#contract/values/videos/library'
import type { Db } from '#db/client'
import { allOf, type Condition } from '#db/conditions'
import { followedBy } from '#db/followed-by'
import { insertFrom } from '#db/insert-from'
import { savedVideos, users, videos } from '#db/schema'
import { expressions, indexedBy } from '../../shared/index-hints'
import { countReaction } from '../statistics'
import { indexedColumns, type Opened } from '../video'
import { keepLinkKey, renumber } from './own-order'

/**
 * Inserts a video on top of the account's own order; nothing if the video is gone or `atMost` is reached. A
 * video already saved gets the key by which it was opened now.
 */
export function insertSaved(
  db: Db,
  userId: number,
  { id: videoId, givenKey: linkKey = null }: Opened,
  now: number,
  atMost: number,
) {
  const top = sql`(select max(place) from saved_videos where user_id = ${userId})`
  const count = sql`(select count(*) from saved_videos where user_id = ${userId})`
  const save = insertFrom(
    db,
    savedVideos,
    { userId, videoId: videos.id, savedAt: now, place: sql`coalesce(${top}, 0) + 1`, linkKey },
    sql`from ${videos} where ${videos.id} = ${videoId} and ${count} < ${atMost}`,
  ).onConflictDoNothing()
  return [
    ...followedBy(save, ...countReaction(db, { videoId, now, saves: 1 })),
    ...(linkKey === null ? [] : [keepLinkKey(db, savedVideos, whereSaved(userId, videoId), linkKey)]),
  ] as const
}

export function deleteSaved(db: Db, userId: number, videoId: number, now: number) {
  return followedBy(
    db.delete(savedVideos).where(whereSaved(userId, videoId)),
    ...countReaction(db, { videoId, now, saves: -1 }),
  )
}

/** Returns those of the videos that the account has saved. */
export function savedAmong(db: Db, userId: number, videoIds: number[]) {
  return db
    .select({ videoId: savedVideos.videoId })
    .from(savedVideos)
    .where(and(eq(savedVideos.userId, userId), inArray(savedVideos.videoId, videoIds)))
}

/** Returns a row if the account has saved the video. */
export function savedOf(db: Db, userId: number, videoId: number) {
  return savedAmong(db, userId, [videoId])
}

/** The last row of the page before: its sort value, and its video. */
export interface SavedCursor {
  by: number
  videoId: number
}

const {
  savedAt,
  place,
  videoId: keptId,
  givenKey,
} = expressions({
  savedAt: savedVideos.savedAt,
  place: savedVideos.place,
  videoId: savedVideos.videoId,
  givenKey: savedVideos.linkKey,
})

/** Returns a limited number of an account's saved videos, whether it may see them or not. */
export function savedPage(db: Db, userId: number, order: SavedOrder, atMost: number, after?: SavedCursor) {
  const by = order === 'own' ? place : savedAt
  const ascending = order === 'oldest'
  const direction = ascending ? asc : desc
  const onward =
    after && sql`(${by}, ${keptId}) ${sql.raw(ascending ? '>' : '<')} (${after.by}, ${after.videoId})`
  return db
    .select({ ...indexedColumns, savedAt, place, givenKey })
    .from(indexedBy(savedVideos, order === 'own' ? 'saved_videos_place' : 'saved_videos_recent'))
    .innerJoin(videos, eq(videos.id, savedVideos.videoId))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(and(eq(savedVideos.userId, userId), onward))
    .orderBy(direction(by), direction(keptId))
    .limit(atMost)
}

/** Returns the gap right before a saved video: its place and the next higher one. */
export function gapBefore(db: Db, userId: number, moved: number, before: number) {
  // Raw SQL, since drizzle omits the table's name, and a bare `place` would be that of `other`.
  const above = sql<number | null>`(select other.place from saved_videos other
    where other.user_id = ${userId} and other.video_id <> ${moved}
      and (other.place, other.video_id) > (saved_videos.place, saved_videos.video_id)
    order by other.place, other.video_id limit 1)`
  return db
    .select({ below: savedVideos.place, above: above.as('above') })
    .from(savedVideos)
    .where(whereSaved(userId, before))
}

/** Returns the lowest place of all but the moving video. */
export function lowestPlace(db: Db, userId: number, moved: number) {
  return db
    .select({ place: savedVideos.place })
    .from(savedVideos)
    .where(and(eq(savedVideos.userId, userId), ne(savedVideos.videoId, moved)))
    .orderBy(asc(savedVideos.place), asc(savedVideos.videoId))
    .limit(1)
}

export function setPlace(db: Db, userId: number, videoId: number, to: number) {
  return db
    .update(savedVideos)
    .set({ place: to })
    .where(whereSaved(userId, videoId))
    .returning({ videoId: savedVideos.videoId })
}

export function renumberSaved(db: Db, userId: number) {
  return renumber(db, savedVideos, savedVideos.userId, userId)
}

function whereSaved(userId: number, videoId: number): Condition {
  return allOf(eq(savedVideos.userId, userId), eq(savedVideos.videoId, videoId))
}
