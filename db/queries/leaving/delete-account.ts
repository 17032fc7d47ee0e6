import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { day } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import {
  commentBlocks,
  commentLikes,
  comments,
  feedItems,
  follows,
  imports,
  likes,
  listItems,
  lists,
  mailOutbox,
  mediaObjects,
  newsletterSubscribers,
  notices,
  ownerDays,
  savedVideos,
  uploadParts,
  uploads,
  users,
  videos,
  viewsSeen,
  watchHistory,
  whereReserving,
} from '../../schema'
import { whereKeptByCase } from '../shared/kept-by-case'
import { videoNaming } from '../videos/video-files'

// Erasing an account whose grace period is over. Every statement works on a limited number of rows and may be
// repeated.

const whereOver = (now: number) =>
  condition(sql`delete_at is not null and delete_at <= ${now} and deleting_at is null`)
const whereBeingDeleted = condition(sql`delete_at is not null and deleting_at is not null`)

/** Returns an account whose grace period is over, or whose erasing has begun and not ended. */
export function accountToDelete(db: Db, now: number) {
  return db
    .select({ id: sql<number>`id` })
    .from(sql`users indexed by users_delete`)
    .where(or(whereOver(now), whereBeingDeleted))
    .limit(1)
}

/** Starts erasing accounts whose grace period is over: from now on they can't sign in or be restored. */
export function beginDeletion(db: Db, now: number, atMost: number) {
  const over = sql`(select id from users indexed by users_delete
    where ${whereOver(now)} order by delete_at limit ${atMost})`
  return db
    .update(users)
    .set({ deletingAt: now, tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(sql`${users.id} in ${over}`)
}

/** Returns accounts whose erasing has begun and not ended. */
export function accountsBeingDeleted(db: Db, atMost: number) {
  return db
    .select({ id: sql<number>`id` })
    .from(sql`users indexed by users_delete`)
    .where(whereBeingDeleted)
    .orderBy(sql`delete_at`)
    .limit(atMost)
}

/** The longest time for which a case keeps the remains of a deleted account. */
export const keptForCasesMs = 365 * day

/**
 * Holds for a video `v` that a case keeps although its account `u` is gone: in quarantine, removed, or with
 * an open report or request. Lasts a year; a removal decided in the meantime has its own term.
 */
export function whereKept(now: number): Condition {
  return condition(sql`(
    (u.deleting_at > ${now - keptForCasesMs} and ${whereKeptByCase(sql`v.id`)})
    or (v.hold is 'removed' and exists (select 1 from removals r
      where r.video_id = v.id and r.restored_at is null and r.preserve_until > ${now})))`)
}

export function videosToDelete(db: Db, userId: number, now: number, atMost: number) {
  return db
    .select({ id: sql<number>`v.id`.as('id') })
    .from(sql`videos v join users u on u.id = v.user_id`)
    .where(sql`v.user_id = ${userId} and u.deleting_at is not null and not ${whereKept(now)}`)
    .limit(atMost)
}

/** Returns, in SQL, the IDs of those videos that may still be erased. */
export function deletableAmong(videoIds: readonly number[], now: number): SQL {
  return sql`select v.id from videos v join users u on u.id = v.user_id
    where v.id in (select value from json_each(${JSON.stringify(videoIds)}))
      and u.deleting_at is not null and not ${whereKept(now)}`
}

/** Deletes other people's traces on the account's videos, so that few are left when a video goes. */
export function deleteTracesOnVideosOf(db: Db, userId: number, now: number, atMost: number) {
  const some = (table: string, other: string, which = 'true') =>
    sql`(select trace.video_id, trace.${sql.raw(other)} from users u join videos v on v.user_id = u.id
      join ${sql.raw(table)} trace on trace.video_id = v.id
      where u.id = ${userId} and u.deleting_at is not null and not ${whereKept(now)} and ${sql.raw(which)} limit ${atMost})`
  return [
    db.delete(likes).where(sql`(${likes.videoId}, ${likes.userId}) in ${some('likes', 'user_id')}`),
    db
      .delete(savedVideos)
      .where(sql`(${savedVideos.videoId}, ${savedVideos.userId}) in ${some('saved_videos', 'user_id')}`),
    db
      .delete(listItems)
      .where(sql`(${listItems.videoId}, ${listItems.listId}) in ${some('list_items', 'list_id')}`),
    db
      .delete(watchHistory)
      .where(sql`(${watchHistory.videoId}, ${watchHistory.userId}) in ${some('watch_history', 'user_id')}`),
    db
      .delete(viewsSeen)
      .where(sql`(${viewsSeen.videoId}, ${viewsSeen.viewer}) in ${some('views_seen', 'viewer')}`),
    db
      .delete(feedItems)
      .where(sql`(${feedItems.videoId}, ${feedItems.userId}) in ${some('feed_items', 'user_id')}`),
    // Comments with an open report stay until it is decided.
    db
      .delete(comments)
      .where(
        sql`(${comments.videoId}, ${comments.id}) in ${some('comments', 'id', 'trace.open_reports = 0')}`,
      ),
  ] as const
}

export function deleteVideosAmong(db: Db, which: SQL) {
  return db.delete(videos).where(sql`${videos.id} in (${which})`).returning({ id: videos.id })
}

/** Deletes the account's likes, and subtracts them from the videos' counts. One batch. */
export function deleteLikesOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select video_id from likes where user_id = ${userId} order by video_id limit ${atMost})`
  return [
    db
      .update(videos)
      .set({ likes: sql`${videos.likes} - 1` })
      .where(sql`${videos.id} in ${some}`),
    { taken: db.delete(likes).where(and(eq(likes.userId, userId), sql`${likes.videoId} in ${some}`)) },
  ] as const
}

export function deleteSavedOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select video_id from saved_videos where user_id = ${userId} limit ${atMost})`
  return db
    .delete(savedVideos)
    .where(and(eq(savedVideos.userId, userId), sql`${savedVideos.videoId} in ${some}`))
}

export function deleteListItemsOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select i.list_id, i.video_id from lists l join list_items i on i.list_id = l.id
    where l.user_id = ${userId} limit ${atMost})`
  return db.delete(listItems).where(sql`(${listItems.listId}, ${listItems.videoId}) in ${some}`)
}

/** Deletes the account's lists, once they are empty. */
export function deleteListsOf(db: Db, userId: number) {
  return db.delete(lists).where(eq(lists.userId, userId))
}

export function deleteStatisticsOf(db: Db, userId: number) {
  return db.delete(ownerDays).where(eq(ownerDays.userId, userId))
}

export function deleteFollowsOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select user_id from follows where follower_id = ${userId} limit ${atMost})`
  return db.delete(follows).where(and(eq(follows.followerId, userId), sql`${follows.userId} in ${some}`))
}

export function deleteFollowersOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select follower_id from follows indexed by follows_user where user_id = ${userId} limit ${atMost})`
  return db.delete(follows).where(and(eq(follows.userId, userId), sql`${follows.followerId} in ${some}`))
}

/**
 * Deletes the account's own feed. The account's videos in other people's feeds are deleted with the videos.
 */
export function deleteFeedOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select created_at, video_id from feed_items not indexed where user_id = ${userId} limit ${atMost})`
  return db
    .delete(feedItems)
    .where(and(eq(feedItems.userId, userId), sql`(${feedItems.createdAt}, ${feedItems.videoId}) in ${some}`))
}

/** Deletes the account's notices, and other people's notices of its comments. One batch. */
export function deleteNoticesOf(db: Db, userId: number, atMost: number) {
  const some = (column: string) =>
    sql`(select id from notices where ${sql.raw(column)} = ${userId} limit ${atMost})`
  return [
    db.delete(notices).where(sql`${notices.id} in ${some('user_id')}`),
    db.delete(notices).where(sql`${notices.id} in ${some('actor_id')}`),
  ] as const
}

export function deleteCommentLikesOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select comment_id from comment_likes indexed by comment_likes_user where user_id = ${userId} limit ${atMost})`
  return db
    .delete(commentLikes)
    .where(and(eq(commentLikes.userId, userId), sql`${commentLikes.commentId} in ${some}`))
}

/** Deletes the account's blocks of others, and others' blocks of the account. */
export function deleteCommentBlocksOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select owner_id, user_id from comment_blocks where owner_id = ${userId} or user_id = ${userId} limit ${atMost})`
  return db.delete(commentBlocks).where(sql`(${commentBlocks.ownerId}, ${commentBlocks.userId}) in ${some}`)
}

export function deleteHistoryOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select video_id from watch_history where user_id = ${userId} limit ${atMost})`
  return db
    .delete(watchHistory)
    .where(and(eq(watchHistory.userId, userId), sql`${watchHistory.videoId} in ${some}`))
}

/**
 * Deletes the account's counted views. Their time ended before the account left, so cron has deleted them
 * unless it stopped.
 */
export function deleteViewsOf(db: Db, userId: number, now: number) {
  return db.delete(viewsSeen).where(sql`${viewsSeen.at} <= ${now} and ${viewsSeen.viewer} = ${`u:${userId}`}`)
}

/** Fails the account's unfinished uploads. */
export function failUploadsOf(db: Db, userId: number, error: string) {
  return db
    .update(uploads)
    .set({ status: 'failed', error })
    .where(and(eq(uploads.userId, userId), whereReserving))
}

/** Returns the account's uploads in these states. */
export function uploadsIn(
  db: Db,
  userId: number,
  statuses: ('failed' | 'done' | 'fetched')[],
  atMost: number,
) {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), inArray(uploads.status, statuses)))
    .limit(atMost)
}

/** Deletes the account's used uploads, except those of a video that is kept. */
export function deleteUsedUploads(db: Db, userId: number, atMost: number) {
  const some = sql`(select u.id from uploads u where u.user_id = ${userId} and u.status = 'used'
    and not exists (select 1 from videos v where v.id = u.video_id) limit ${atMost})`
  return [
    db.delete(uploadParts).where(sql`${uploadParts.uploadId} in ${some}`),
    { used: db.delete(uploads).where(sql`${uploads.id} in ${some}`) },
  ] as const
}

export function deleteImportsOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select i.id from imports i where i.user_id = ${userId}
    and not exists (select 1 from videos v where v.id = i.video_id) limit ${atMost})`
  return db.delete(imports).where(sql`${imports.id} in ${some}`)
}

/**
 * Marks the account's objects that no video names as pending deletion, for whatever reason they were left
 * behind.
 */
export function markObjectsForDeletion(db: Db, userId: number, now: number, atMost: number) {
  const some = sql`(select o.key from media_objects o where o.owner_id = ${userId} and o.pending_deletion_since is null
    and ${videoNaming(sql`o.key`)} is null limit ${atMost})`
  return db.update(mediaObjects).set({ pendingDeletionSince: now }).where(sql`${mediaObjects.key} in ${some}`)
}

export function pendingObjectsOf(db: Db, userId: number, atMost: number) {
  return db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(and(eq(mediaObjects.ownerId, userId), isNotNull(mediaObjects.pendingDeletionSince)))
    .limit(atMost)
}

/**
 * Deletes all emails to the account, sent or not, whichever address they went to, and emails that its address
 * received before the account existed. An unconfirmed address may be a stranger's.
 */
export function deleteMailsOf(db: Db, userId: number, atMost: number) {
  const address = sql`(select email from users where id = ${userId} and email_verified_at is not null)`
  const some = sql`(select id from mail_outbox where user_id = ${userId}
    or (recipient = ${address} and user_id is null) limit ${atMost})`
  return db.delete(mailOutbox).where(sql`${mailOutbox.id} in ${some}`)
}

export function deleteSubscriberOf(db: Db, userId: number) {
  const address = sql`(select email_canonical from users where id = ${userId} and email_verified_at is not null)`
  return db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.emailCanonical, address))
}
