import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { commentReasons, commentReportStatuses } from '#contract/values/moderation/comments'
import { commentHolds, commentStates } from '#contract/values/videos/comments'
import { condition } from '../conditions'
import { flag, time } from './columns'

/**
 * The only definition of a comment that appears in the list below a video, if only as the place of its
 * replies.
 */
export const whereCommentListed = condition(sql.raw(`parent_id is null and (state = 'shown' or replies > 0)`))

/** The only definition of a comment that waits for staff. */
export const whereCommentWaiting = condition(sql.raw(`(state = 'held' or open_reports > 0)`))

/** Comments on videos, and replies to them, one level deep. */
export const comments = sqliteTable(
  'comments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    videoId: integer('video_id').notNull(),
    /** The author; 0 once the comment is deleted. */
    userId: integer('user_id').notNull(),
    /** The top-level comment of its thread. */
    parentId: integer('parent_id'),
    /**
     * The comment or reply of the thread that it answers, which may be gone. Null for rows from before this
     * was stored.
     */
    answersId: integer('answers_id'),
    body: text('body').notNull(),
    state: text('state', { enum: commentStates }).notNull(),
    /** The reason why its present text is or was held; null if there is none. */
    heldFor: text('held_for', { enum: commentHolds }),
    isPinned: flag('is_pinned').notNull().default(false),
    createdAt: time('created_at').notNull(),
    editedAt: time('edited_at'),
    /** The uploader of the video, or one of the staff. */
    removedBy: integer('removed_by'),
    /** Why staff removed it. */
    reason: text('reason', { enum: commentReasons }),
    // Kept by trigger:
    likes: integer('likes').notNull().default(0),
    /** Number of shown replies. */
    replies: integer('replies').notNull().default(0),
    openReports: integer('open_reports').notNull().default(0),
    /** The notification about it while it is shown; may be gone. */
    noticeId: integer('notice_id'),
  },
  (table) => [
    // Comments below a video; IDs are assigned in order of time.
    index('comments_newest').on(table.videoId, table.id).where(whereCommentListed),
    index('comments_best').on(table.videoId, table.likes, table.id).where(whereCommentListed),
    index('comments_replies').on(table.parentId, table.state, table.id).where(sql`parent_id is not null`),
    uniqueIndex('comments_pinned').on(table.videoId).where(sql`is_pinned = 1`),
    // All comments of a video, and of an account.
    index('comments_video').on(table.videoId),
    index('comments_author').on(table.userId, table.id),
    // Comments to hide once their author is banned or leaving, and to show once they are back.
    index('comments_author_shown').on(table.userId).where(sql`state = 'shown'`),
    index('comments_author_away').on(table.userId).where(sql`state = 'away'`),
    // An account's own comments that others don't see yet.
    index('comments_author_held').on(table.userId, table.videoId, table.id).where(sql`state = 'held'`),
    index('comments_notice').on(table.noticeId, table.id).where(sql`notice_id is not null`),
    // The queues of staff, and the removed comments.
    index('comments_removed').on(table.id).where(sql`state = 'removed'`),
    index('comments_held').on(table.id).where(sql`state = 'held'`),
    index('comments_reported').on(table.id).where(sql`open_reports > 0`),
    index('comments_waiting').on(table.id).where(whereCommentWaiting),
  ],
)

export const commentLikes = sqliteTable(
  'comment_likes',
  {
    commentId: integer('comment_id').notNull(),
    userId: integer('user_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.userId] }),
    index('comment_likes_user').on(table.userId, table.commentId),
  ],
)

/** Accounts that an uploader blocks from commenting on their videos. */
export const commentBlocks = sqliteTable(
  'comment_blocks',
  {
    ownerId: integer('owner_id').notNull(),
    userId: integer('user_id').notNull(),
    blockedAt: time('blocked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.userId] }),
    index('comment_blocks_recent').on(table.ownerId, table.blockedAt, table.userId),
    index('comment_blocks_user').on(table.userId),
  ],
)

/**
 * Reports of comments. They are deleted with the comment's row, which outlives its text while a report is
 * open.
 */
export const commentReports = sqliteTable(
  'comment_reports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    commentId: integer('comment_id').notNull(),
    /** Null if the reporter had no account, or it was erased. */
    reporterId: integer('reporter_id'),
    /** Only one open report of a comment per key: an account, or a visitor's address with the reason. */
    reporterKey: text('reporter_key').notNull(),
    /** Address for the decision, of a reporter without an account. */
    email: text('email'),
    /** The author of the comment. */
    ownerId: integer('owner_id').notNull(),
    /** The comment's text when it was reported. */
    body: text('body').notNull(),
    reason: text('reason', { enum: commentReasons }).notNull(),
    details: text('details').notNull().default(''),
    status: text('status', { enum: commentReportStatuses }).notNull().default('open'),
    createdAt: time('created_at').notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: time('decided_at'),
    decisionNote: text('decision_note'),
  },
  (table) => [
    uniqueIndex('comment_reports_one_open')
      .on(table.commentId, table.reporterKey)
      .where(sql`status = 'open'`),
    // For the monthly report.
    index('comment_reports_received').on(table.createdAt, table.id),
    index('comment_reports_open_until').on(sql`coalesce(decided_at, 8.64e15)`, table.id),
    index('comment_reports_comment').on(table.commentId, table.id),
    index('comment_reports_reporter').on(table.reporterId, table.id),
    index('comment_reports_owner').on(table.ownerId, table.id),
  ],
)

/** Deleted videos whose comments cron deletes, slice by slice. */
export const commentsLeft = sqliteTable('comments_left', { videoId: integer('video_id').primaryKey() })
