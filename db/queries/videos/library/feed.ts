import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { condition } from '#db/conditions'
import { insertFrom } from '#db/insert-from'
import { nextTryAt } from '#db/next-try'
import { announcements, feedItems, users, videos, wherePublic } from '#db/schema'
import { expressions, indexedBy } from '../../shared/index-hints'
import { indexedColumns } from '../video'

/** The last entry of the page before: its publication time and its video. */
export interface FeedCursor {
  createdAt: number
  videoId: number
}

const item = expressions({ createdAt: feedItems.createdAt, videoId: feedItems.videoId })

/**
 * Returns a limited number of an account's feed entries, newest first. If the public can't see an entry's
 * video now, `shown` and all other columns of the video are null.
 */
export function feedPage(db: Db, userId: number, atMost: number, after?: FeedCursor) {
  return db
    .select({
      ...indexedColumns,
      itemAt: sql<number>`${item.createdAt}`.as('item_at'),
      itemOf: sql<number>`${item.videoId}`.as('item_of'),
      shown: sql<number | null>`${videos.id}`.as('shown'),
    })
    .from(indexedBy(feedItems, null))
    .leftJoin(videos, and(eq(videos.id, feedItems.videoId), wherePublic))
    .leftJoin(users, eq(users.id, videos.userId))
    .where(
      and(
        eq(feedItems.userId, userId),
        after && sql`(${item.createdAt}, ${item.videoId}) < (${after.createdAt}, ${after.videoId})`,
      ),
    )
    .orderBy(desc(item.createdAt), desc(item.videoId))
    .limit(atMost)
}

export type FeedRow = Awaited<ReturnType<typeof feedPage>>[number]

/**
 * Ends announcements without an audience: the uploader has no followers, or the video's date is no newer than
 * `since`.
 */
export function endUnheardAnnouncements(db: Db, since: number, atMost: number) {
  const unheard = sql`(select a.video_id from announcements a indexed by announcements_due
    join videos v on v.id = a.video_id
    where a.is_done = 0 and (v.created_at <= ${since}
      or not exists (select 1 from follows f where f.user_id = a.uploader_id)) limit ${atMost})`
  return db.update(announcements).set({ isDone: true }).where(sql`${announcements.videoId} in ${unheard}`)
}

/**
 * Returns announcements whose job is due, the longest due first: of videos to announce, and of videos that
 * are gone.
 */
export function dueAnnouncements(db: Db, now: number, atMost: number) {
  return db
    .select({ videoId: sql<number>`video_id` })
    .from(indexedBy(announcements, 'announcements_due'))
    .where(condition(sql`is_done = 0 and due_at <= ${now}`))
    .orderBy(sql`due_at, video_id`)
    .limit(atMost)
}

/**
 * Records that the jobs of these announcements were sent. Jobs that don't progress are sent less and less
 * often.
 */
export function noteAnnouncementsAsked(db: Db, videoIds: readonly number[], now: number) {
  return db
    .update(announcements)
    .set({ tries: sql`${announcements.tries} + 1`, dueAt: nextTryAt(announcements.tries, now) })
    .where(sql`${announcements.videoId} in (select value from json_each(${JSON.stringify(videoIds)}))`)
}

const untried = { tries: 0, dueAt: 0 }

/** Returns an announcement, and whether its video still exists. */
export function announcementOf(db: Db, videoId: number) {
  return db
    .select({
      isDone: announcements.isDone,
      video: videos.id,
    })
    .from(announcements)
    .leftJoin(videos, eq(videos.id, announcements.videoId))
    .where(eq(announcements.videoId, videoId))
}

/**
 * Writes a video into the feeds of the next followers and notifies them, if the public sees it and it is
 * newer than `since`; then moves the announcement on, or ends it if no more followers are left. One batch:
 * killed in between, or run twice at once, it leaves no one out.
 */
export function announceToSome(db: Db, videoId: number, since: number, atMost: number) {
  const next = sql`(select f.follower_id from announcements a
    join follows f indexed by follows_user on f.user_id = a.uploader_id and f.follower_id > a.reached
    where a.video_id = ${videoId} and a.is_done = 0 order by f.follower_id limit ${atMost})`
  const told = sql`exists (select 1 from videos where id = ${videoId} and ${wherePublic} and created_at > ${since})`
  return [
    insertFrom(
      db,
      feedItems,
      {
        userId: sql`each.follower_id`,
        createdAt: sql`v.created_at`,
        videoId: sql`v.id`,
        uploaderId: sql`v.user_id`,
        // The time of this write, which may be minutes after the job began: a feed read in between didn't
        // show the video.
        toldAt: sql`cast(unixepoch('subsec') * 1000 as integer)`,
      },
      sql`from ${next} each join videos v on v.id = ${videoId} where ${told}`,
    ).onConflictDoNothing(),
    {
      moved: db
        .update(announcements)
        .set({
          reached: sql`coalesce((select max(follower_id) from ${next}), ${announcements.reached})`,
          isDone: sql`(not ${told} or (select count(*) from ${next}) < ${atMost})`,
          ...untried,
        })
        .where(and(eq(announcements.videoId, videoId), eq(announcements.isDone, false)))
        .returning({ isDone: announcements.isDone }),
    },
  ] as const
}

/** Resets the tries of an announcement that made progress; the rest of it is due at once. */
export function forgetAnnouncementTries(db: Db, videoId: number) {
  return db
    .update(announcements)
    .set(untried)
    .where(and(eq(announcements.videoId, videoId), gt(announcements.tries, 0)))
}

/** Deletes a video from some of the feeds. */
export function deleteFromFeeds(db: Db, videoId: number, atMost: number) {
  const some = sql`(select user_id, created_at, video_id from ${indexedBy(feedItems, 'feed_items_video')}
    where video_id = ${videoId} limit ${atMost})`
  return db
    .delete(feedItems)
    .where(sql`(${feedItems.userId}, ${feedItems.createdAt}, ${feedItems.videoId}) in ${some}`)
}

/** Deletes a video's announcement, once no feed has the video. */
export function deleteAnnouncement(db: Db, videoId: number) {
  return db
    .delete(announcements)
    .where(
      and(
        eq(announcements.videoId, videoId),
        sql`not exists (select 1 from feed_items i where i.video_id = ${videoId})`,
      ),
    )
}

/** Returns, in SQL, those of the first announced videos, by ID, that were published before a time. */
function oldAmongFirst(before: number, lookedAt: number) {
  return sql`(select a.video_id from
    (select video_id from announcements where is_done = 1 order by video_id limit ${lookedAt}) a
    join videos v on v.id = a.video_id where v.created_at < ${before})`
}

/** Deletes the announcements of old videos that are in no feed. */
export function deleteOldAnnouncements(db: Db, before: number, lookedAt: number) {
  return db.delete(announcements).where(
    sql`${announcements.videoId} in ${oldAmongFirst(before, lookedAt)}
        and not exists (select 1 from feed_items i where i.video_id = ${announcements.videoId})`,
  )
}

/** Returns old videos that are still in a feed. */
export function oldInFeeds(db: Db, before: number, lookedAt: number, atMost: number) {
  return db
    .select({ id: sql<number>`old.video_id`.as('id') })
    .from(sql`${oldAmongFirst(before, lookedAt)} old`)
    .where(sql`exists (select 1 from feed_items i where i.video_id = old.video_id)`)
    .limit(atMost)
}
