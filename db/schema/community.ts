import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { noticeOutcomes, storedNoticeKinds } from '#contract/values/shared/notices'
import { flag, time } from './columns'

/** The text and picture on an uploader's page. */
export const profiles = sqliteTable(
  'profiles',
  {
    userId: integer('user_id').primaryKey(),
    about: text('about').notNull().default(''),
    /** Square picture, without metadata. */
    avatarKey: text('avatar_key'),
    avatarType: text('avatar_type', { enum: ['jpg', 'png', 'webp'] }),
    avatarBytes: integer('avatar_bytes'),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [uniqueIndex('profiles_avatar').on(table.avatarKey)],
)

/** Followers and the uploaders they follow. Shown only to the follower; everyone else sees counts. */
export const follows = sqliteTable(
  'follows',
  {
    followerId: integer('follower_id').notNull(),
    userId: integer('user_id').notNull(),
    followedAt: time('followed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.followerId, table.userId] }),
    index('follows_recent').on(table.followerId, table.followedAt, table.userId),
    index('follows_user').on(table.userId, table.followerId),
  ],
)

/** Videos by the people whom an account follows, written in slices after a video becomes public. */
export const feedItems = sqliteTable(
  'feed_items',
  {
    /** The follower. */
    userId: integer('user_id').notNull(),
    /** When the video was published. */
    createdAt: time('created_at').notNull(),
    videoId: integer('video_id').notNull(),
    uploaderId: integer('uploader_id').notNull(),
    /** When the follower was notified; null for videos from before they followed, which are no news. */
    toldAt: time('told_at'),
    /** When the follower read that notification; also null if all up to a later time are read. */
    readAt: time('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.createdAt, table.videoId] }),
    index('feed_items_told')
      .on(table.userId, table.toldAt, table.videoId, table.readAt)
      .where(sql`told_at is not null`),
    index('feed_items_uploader').on(table.userId, table.uploaderId),
    index('feed_items_video').on(table.videoId),
  ],
)

/** Videos announced to followers, or being announced; one row per video, when it first becomes public. */
export const announcements = sqliteTable(
  'announcements',
  {
    videoId: integer('video_id').primaryKey(),
    uploaderId: integer('uploader_id').notNull(),
    /** Followers up to this account have it in their feeds. */
    reached: integer('reached').notNull().default(0),
    isDone: flag('is_done').notNull().default(false),
    /** Number of times that cron sent its job since it last made progress. */
    tries: integer('tries').notNull().default(0),
    /** Time from which cron sends the job again. */
    dueAt: time('due_at').notNull().default(0),
  },
  (table) => [index('announcements_due').on(table.dueAt).where(sql`is_done = 0`)],
)

/**
 * Notifications of an account, apart from new videos in its feed. Titles and names are read when they are
 * shown.
 */
export const notices = sqliteTable(
  'notices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The recipient. */
    userId: integer('user_id').notNull(),
    kind: text('kind', { enum: storedNoticeKinds }).notNull(),
    outcome: text('outcome', { enum: noticeOutcomes }),
    videoId: integer('video_id'),
    /** Its target: a report's code, a request's token, a removal's ID, or the comment replied to. */
    ref: text('ref'),
    /** The latest of the comments or replies that it is about, and its author. */
    commentId: integer('comment_id'),
    actorId: integer('actor_id'),
    /** Number of comments or replies that it is about: those still shown that name it. */
    count: integer('count').notNull().default(1),
    at: time('at').notNull(),
    /** Whether it was emailed at once, so that the daily email leaves it out. */
    mailed: integer('mailed', { mode: 'boolean' }).notNull().default(false),
    /** Also null if all up to a later time are read. */
    readAt: time('read_at'),
  },
  (table) => [
    index('notices_user').on(table.userId, table.at, table.id, table.kind),
    index('notices_video').on(table.videoId, table.userId).where(sql`video_id is not null`),
    index('notices_actor').on(table.actorId).where(sql`actor_id is not null`),
    index('notices_old').on(table.at),
  ],
)
