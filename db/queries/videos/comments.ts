import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { type CommentHold, type CommentSort, commentEditMs } from '#contract/values/videos/comments'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import {
  commentBlocks,
  commentLikes,
  comments,
  commentsLeft,
  ownerCounts,
  profiles,
  users,
  whereCommentListed,
} from '../../schema'
import { whereBanned, whereLeaving } from '../shared/account-standing'
import { expressions, indexedBy } from '../shared/index-hints'
import { whereSettingOn } from '../shared/settings'
import { wherePageShown } from './profiles'

/** The reader of comments; `viewerId` is null for a visitor. */
export interface Reader {
  viewerId: number | null
  now: number
}

const columns = expressions({
  id: comments.id,
  videoId: comments.videoId,
  userId: comments.userId,
  parentId: comments.parentId,
  body: comments.body,
  state: comments.state,
  isPinned: comments.isPinned,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  likes: comments.likes,
  replies: comments.replies,
  username: users.username,
  avatarKey: profiles.avatarKey,
  avatarType: profiles.avatarType,
  avatarBytes: profiles.avatarBytes,
})

/** Returns comments with their authors, along an index. */
function rows(db: Db, index: string | null, { viewerId, now }: Reader, ...conditions: (SQL | undefined)[]) {
  return db
    .select({
      ...columns,
      hasPage: sql<number>`${wherePageShown('users', now)}`.as('has_page'),
      isAuthorGone: sql<number>`(${whereBanned('users', now)} or ${whereLeaving('users')})`.as(
        'is_author_gone',
      ),
      likedBy: sql<number | null>`${commentLikes.userId}`.as('liked_by'),
    })
    .from(indexedBy(comments, index))
    .leftJoin(users, sql`${users.id} = ${comments.userId}`)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, users.id))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(
      commentLikes,
      sql`${commentLikes.commentId} = ${comments.id} and ${commentLikes.userId} = ${viewerId}`,
    )
    .where(and(...conditions))
    .$dynamic()
}

export type CommentRow = Awaited<ReturnType<typeof rows>>[number]

export interface CommentList {
  videoId: number
  sort: CommentSort
  atMost: number
  /** The last row of the page before. */
  after?: { likes: number; id: number } | undefined
}

/** Returns a page of the comments below a video, without the pinned one. */
export function commentPage(db: Db, reader: Reader, { videoId, sort, atMost, after }: CommentList) {
  const ofVideo = sql`"comments"."video_id" = ${videoId} and ${whereCommentListed} and is_pinned = 0`
  if (sort === 'newest') {
    const older = after && lt(comments.id, after.id)
    return rows(db, 'comments_newest', reader, ofVideo, older).orderBy(desc(comments.id)).limit(atMost)
  }
  const best = (range?: SQL) => rows(db, 'comments_best', reader, ofVideo, range)
  if (!after) return best().orderBy(desc(comments.likes), desc(comments.id)).limit(atMost)
  // Two index ranges, merged while reading: see publicVideos.
  const equal = and(eq(comments.likes, after.likes), lt(comments.id, after.id))
  const fewer = lt(comments.likes, after.likes)
  return unionAll(best(equal), best(fewer))
    .orderBy(sql.raw('"comments"."likes" desc'), sql.raw('"comments"."id" desc'))
    .limit(atMost)
}

/** Returns the comment that appears above the list. */
export function pinnedComment(db: Db, reader: Reader, videoId: number) {
  return rows(
    db,
    'comments_pinned',
    reader,
    eq(comments.videoId, videoId),
    sql`is_pinned = 1`,
    // Includes the place of a pinned comment whose author is away.
    whereCommentListed,
  )
}

/** Returns a page of the shown replies to a comment, oldest first. */
export function replyPage(db: Db, reader: Reader, parentId: number, atMost: number, after?: number) {
  return rows(
    db,
    'comments_replies',
    reader,
    sql`"comments"."parent_id" = ${parentId} and parent_id is not null and state = 'shown'`,
    after === undefined ? undefined : gt(comments.id, after),
  )
    .orderBy(asc(comments.id))
    .limit(atMost)
}

/**
 * Returns the reader's own comments that no one else sees yet: directly below a video, or below a comment.
 */
export function ownHeldComments(
  db: Db,
  reader: Reader,
  { videoId, parentId }: { videoId: number; parentId: number | null },
  atMost: number,
) {
  return rows(
    db,
    'comments_author_held',
    reader,
    eq(comments.userId, reader.viewerId ?? 0),
    eq(comments.videoId, videoId),
    sql`state = 'held'`,
    sql`"comments"."parent_id" is ${parentId}`,
  )
    .orderBy(desc(comments.id))
    .limit(atMost)
}

/**
 * Returns the parent, if any, of each of the reader's latest comments below a video that no one else sees
 * yet.
 */
export function ownHeldParents(db: Db, { viewerId }: Reader, videoId: number, atMost: number) {
  const { parentId } = columns
  return db
    .select({ parentId })
    .from(indexedBy(comments, 'comments_author_held'))
    .where(and(eq(comments.userId, viewerId ?? 0), eq(comments.videoId, videoId), sql`state = 'held'`))
    .orderBy(desc(comments.id))
    .limit(atMost)
}

export function commentById(db: Db, reader: Reader, id: number) {
  return rows(db, null, reader, eq(comments.id, id))
}

/** Returns the account that removed a comment, if one did. */
export function commentRemover(db: Db, id: number) {
  return db.select({ removedBy: comments.removedBy }).from(comments).where(eq(comments.id, id))
}

interface NewComment {
  videoId: number
  userId: number
  /** The comment or reply that it replies to. */
  repliesTo: number | null
  body: string
  heldFor: CommentHold | null
  now: number
}

/**
 * Number of an account's latest comments that are searched for a repeated one; more than its rate limit lets
 * it write.
 */
const latest = 20

/**
 * Returns the comment with the same text that an account wrote since a time, below the same video and to the
 * same comment: the client sends it again because the response was lost.
 */
export function commentSentBefore(db: Db, comment: NewComment, since: number) {
  return db.select({ id: sql<number>`mine.id`.as('id') }).from(sentBefore(comment, since))
}

/** Returns such a comment, in SQL, for a statement's `from`. */
function sentBefore({ videoId, userId, repliesTo, body }: NewComment, since: number): SQL {
  return sql`(select id from (select * from comments where user_id = ${userId} order by id desc limit ${latest})
    where video_id = ${videoId} and body = ${body} and state in ('shown', 'held') and created_at > ${since}
      and answers_id is ${repliesTo}) mine`
}

/** Holds while the account may write below the video `v`. */
function whereOpenTo(userId: number): Condition {
  return condition(sql`(v.allow_comments = 1 and ${whereSettingOn('commentsEnabled')}
    and not exists (select 1 from comment_blocks b where b.owner_id = v.user_id and b.user_id = ${userId}))`)
}

/**
 * Adds a comment if its author may write there, and its parent is still shown. It joins the parent's thread,
 * even if only the place of the thread's first comment is left. Returns no row otherwise, or if the comment
 * was already sent since that time.
 */
export function insertComment(db: Db, comment: NewComment, since: number) {
  const { videoId, userId, repliesTo, body, heldFor, now } = comment
  const there = sql`exists (select 1 from comments p where p.id = ${repliesTo} and p.video_id = v.id
    and p.state = 'shown')`
  return insertFrom(
    db,
    comments,
    {
      videoId,
      userId,
      body,
      heldFor,
      createdAt: now,
      parentId:
        repliesTo === null
          ? null
          : sql`(select coalesce(p.parent_id, p.id) from comments p where p.id = ${repliesTo})`,
      answersId: repliesTo,
      state: heldFor === null ? 'shown' : 'held',
    },
    sql`from videos v where v.id = ${videoId} and ${whereOpenTo(userId)} and ${repliesTo === null ? sql`true` : there}
      and not exists (select 1 from ${sentBefore(comment, since)})`,
  ).returning({ id: comments.id })
}

/** Returns a row if the uploader has blocked the account. */
export function commentBlockOf(db: Db, ownerId: number, userId: number) {
  return db
    .select({ blockedAt: commentBlocks.blockedAt })
    .from(commentBlocks)
    .where(and(eq(commentBlocks.ownerId, ownerId), eq(commentBlocks.userId, userId)))
}

/**
 * Changes an account's own comment while it can be changed. The new text decides whether it is held; a held
 * comment isn't pinned.
 */
export function editComment(
  db: Db,
  { id, userId, body, heldFor, now }: Omit<NewComment, 'videoId' | 'repliesTo'> & { id: number },
) {
  return db
    .update(comments)
    .set({
      body,
      heldFor,
      editedAt: now,
      ...(heldFor === null ? { state: 'shown' } : { state: 'held', isPinned: false }),
    })
    .where(
      and(
        eq(comments.id, id),
        eq(comments.userId, userId),
        sql`state in ('shown', 'held')`,
        gt(comments.createdAt, now - commentEditMs),
        sql`exists (select 1 from videos v where v.id = ${comments.videoId} and ${whereOpenTo(userId)})`,
      ),
    )
    .returning({ id: comments.id })
}

/**
 * Deletes an account's own comment. If it has replies or an open report, its place remains, without text and
 * author. One batch; safe to repeat.
 */
export function deleteOwnComment(db: Db, id: number, userId: number) {
  const own = and(eq(comments.id, id), eq(comments.userId, userId))
  return [
    db
      .delete(commentLikes)
      .where(
        sql`${commentLikes.commentId} in (select id from comments where id = ${id} and user_id = ${userId})`,
      ),
    { emptied: emptyComments(db, sql`${own} and ${whereNeeded}`).returning({ id: comments.id }) },
    { deleted: db.delete(comments).where(own).returning({ id: comments.id }) },
  ] as const
}

/** Holds for a comment that has replies or open reports. */
const whereNeeded = condition(
  sql.raw(
    '("comments"."open_reports" > 0 or exists (select 1 from comments r where r.parent_id = "comments"."id"))',
  ),
)

/** Empties comments: only their places remain. */
export function emptyComments(db: Db, which: SQL) {
  return db
    .update(comments)
    .set({ state: 'deleted', body: '', userId: 0, editedAt: null, isPinned: false, heldFor: null })
    .where(which)
}

/**
 * Deletes a comment that was kept only for its open reports: the place of a deleted one, or one below a
 * deleted video.
 */
export function forgetEmptied(db: Db, id: number) {
  const left = sql`open_reports = 0 and not exists (select 1 from videos v where v.id = "comments"."video_id")`
  return db
    .delete(comments)
    .where(and(eq(comments.id, id), sql`(state = 'deleted' and not ${whereNeeded} or ${left})`))
}

export function commentsOf(db: Db, userId: number, atMost: number) {
  return db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.userId, userId))
    .orderBy(asc(comments.id))
    .limit(atMost)
}

/**
 * Deletes comments of an account, once their reports are closed. The places of comments with replies remain.
 * One batch.
 */
export function deleteCommentsOf(db: Db, userId: number, ids: readonly number[]) {
  const some = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const which = sql`${comments.id} in ${some} and ${comments.userId} = ${userId}`
  return [
    db.delete(commentLikes).where(sql`${commentLikes.commentId} in ${some}`),
    emptyComments(db, sql`${which} and ${whereNeeded}`),
    db.delete(comments).where(which),
  ] as const
}

/** Holds for a shown comment below one of the account's own videos. */
function whereUnderOwn(id: number, ownerId: number): Condition {
  return condition(sql`exists (select 1 from comments c join videos v on v.id = c.video_id
    where c.id = ${id} and c.state = 'shown' and v.user_id = ${ownerId})`)
}

/** Removes a comment below one of the account's own videos. */
export function removeCommentUnderOwn(db: Db, id: number, ownerId: number) {
  return db
    .update(comments)
    .set({ state: 'removed', removedBy: ownerId, isPinned: false })
    .where(and(eq(comments.id, id), whereUnderOwn(id, ownerId)))
    .returning({ id: comments.id })
}

/** Pins a comment below one of the account's own videos, in place of the one pinned before. One batch. */
export function pinComment(db: Db, id: number, ownerId: number) {
  const may = condition(
    sql`(${whereUnderOwn(id, ownerId)} and exists (select 1 from comments c where c.id = ${id} and c.parent_id is null))`,
  )
  return [
    db
      .update(comments)
      .set({ isPinned: false })
      .where(
        sql`${comments.videoId} = (select video_id from comments where id = ${id}) and is_pinned = 1
          and ${comments.id} <> ${id} and ${may}`,
      ),
    {
      pinned: db
        .update(comments)
        .set({ isPinned: true })
        .where(and(eq(comments.id, id), may))
        .returning({ id: comments.id }),
    },
  ] as const
}

export function unpinComment(db: Db, id: number, ownerId: number) {
  return db
    .update(comments)
    .set({ isPinned: false })
    .where(and(eq(comments.id, id), whereUnderOwn(id, ownerId)))
    .returning({ id: comments.id })
}

/** Likes a shown comment; nothing for a second like. */
export function addCommentLike(db: Db, id: number, userId: number, now: number) {
  return insertFrom(
    db,
    commentLikes,
    { commentId: sql`c.id`, userId, createdAt: now },
    sql`from comments c where c.id = ${id} and c.state = 'shown'`,
  ).onConflictDoNothing()
}

export function deleteCommentLike(db: Db, id: number, userId: number) {
  return db.delete(commentLikes).where(and(eq(commentLikes.commentId, id), eq(commentLikes.userId, userId)))
}

export function likesOfComment(db: Db, id: number) {
  return db.select({ likes: comments.likes }).from(comments).where(eq(comments.id, id))
}

/**
 * Selects the author of a comment that the uploader of its video sees, or has removed; for a statement's
 * `from`.
 */
const authorUnder = (id: number, ownerId: number) =>
  sql`from comments c join videos v on v.id = c.video_id
    where c.id = ${id} and v.user_id = ${ownerId} and c.user_id not in (0, ${ownerId})
      and (c.state = 'shown' or c.state = 'removed' and c.removed_by = ${ownerId})`

/**
 * Blocks the author of a comment below one of the account's own videos, if fewer than `atMost` accounts are
 * blocked.
 */
export function insertCommentBlock(db: Db, ownerId: number, id: number, now: number, atMost: number) {
  const count = sql`(select count(*) from comment_blocks mine where mine.owner_id = ${ownerId})`
  return insertFrom(
    db,
    commentBlocks,
    { ownerId, userId: sql`c.user_id`, blockedAt: now },
    sql`${authorUnder(id, ownerId)} and ${count} < ${atMost}`,
  ).onConflictDoNothing()
}

/** Returns a row if such a comment has an author to block, and whether they are blocked. */
export function authorToBlock(db: Db, ownerId: number, id: number) {
  const blocked = sql`exists (select 1 from comment_blocks b where b.owner_id = ${ownerId} and b.user_id = c.user_id)`
  return db.all<{ isBlocked: number }>(sql`select ${blocked} as "isBlocked" ${authorUnder(id, ownerId)}`)
}

export function deleteCommentBlock(db: Db, ownerId: number, userId: number) {
  return db
    .delete(commentBlocks)
    .where(and(eq(commentBlocks.ownerId, ownerId), eq(commentBlocks.userId, userId)))
}

/** Returns the accounts that an uploader has blocked, the latest first. */
export function commentBlockPage(
  db: Db,
  ownerId: number,
  atMost: number,
  after?: { blockedAt: number; id: number },
) {
  const { blockedAt, userId } = expressions({
    blockedAt: commentBlocks.blockedAt,
    userId: commentBlocks.userId,
  })
  return db
    .select({
      id: sql<number>`${userId}`.as('blocked_id'),
      username: sql<string>`${users.username}`,
      blockedAt,
    })
    .from(indexedBy(commentBlocks, 'comment_blocks_recent'))
    .innerJoin(users, sql`${users.id} = ${userId}`)
    .where(
      and(
        sql`"comment_blocks"."owner_id" = ${ownerId}`,
        after && sql`(${blockedAt}, ${userId}) < (${after.blockedAt}, ${after.id})`,
      ),
    )
    .orderBy(desc(blockedAt), desc(userId))
    .limit(atMost)
}

/** Leaves it to cron to delete the comments of deleted videos. `gone` selects these videos' IDs. */
export function leaveComments(db: Db, gone: SQL) {
  return insertFrom(
    db,
    commentsLeft,
    { videoId: sql`each.value` },
    sql`from ${gone} each where exists (select 1 from comments c indexed by comments_video where c.video_id = each.value)`,
  ).onConflictDoNothing()
}

export function videosWithCommentsLeft(db: Db, atMost: number) {
  return db.select({ videoId: commentsLeft.videoId }).from(commentsLeft).limit(atMost)
}

/**
 * Deletes some of a deleted video's comments; triggers delete their likes and reports. Comments with an open
 * report stay until it is decided.
 */
export function deleteCommentsLeft(db: Db, videoId: number, atMost: number) {
  const some = sql`(select id from comments indexed by comments_video
    where video_id = ${videoId} and open_reports = 0 limit ${atMost})`
  return db.delete(comments).where(sql`${comments.id} in ${some}`)
}

/**
 * Forgets a deleted video once only comments with an open report are left, which are deleted when it is
 * decided.
 */
export function endCommentsLeft(db: Db, videoId: number) {
  return db
    .delete(commentsLeft)
    .where(
      and(
        eq(commentsLeft.videoId, videoId),
        sql`not exists (select 1 from comments c indexed by comments_video where c.video_id = ${videoId} and c.open_reports = 0)`,
      ),
    )
}
