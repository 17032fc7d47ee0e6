import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { removalReasons, reportReasons } from '#contract/values/moderation/reasons'
import {
  appealStatuses,
  escalationHours,
  removalRelations,
  removalStatuses,
  reportStatuses,
} from '#contract/values/moderation/safety'
import { condition } from '../conditions'
import { users } from './accounts'
import { flag, time } from './columns'

/**
 * Hashes of removed files, both of whole files and of pictures alone; equal files are refused. A trigger
 * keeps those that any removal blocks.
 */
export const blockedHashes = sqliteTable('blocked_hashes', {
  sha256: text('sha256').primaryKey(),
  /** Reason of the oldest removal that blocks it. */
  reason: text('reason').notNull(),
  createdAt: time('created_at').notNull(),
})

/** The removals that block each hash: it is unblocked when the last of them is reversed. */
export const removalHashes = sqliteTable(
  'removal_hashes',
  {
    sha256: text('sha256').notNull(),
    removalId: integer('removal_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.removalId] }),
    index('removal_hashes_removal').on(table.removalId),
  ],
)

/**
 * Reports of videos. Title and owner are stored with the ID, since a video may be deleted before its case.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** ID of the receipt and its page. */
    code: text('code').notNull(),
    videoId: integer('video_id').notNull(),
    videoTitle: text('video_title').notNull(),
    ownerId: integer('owner_id').notNull(),
    /** Null if the reporter has no account. */
    reporterId: integer('reporter_id'),
    /**
     * `user:7`, or a keyed hash of IP address, browser and email: only one open report of a video per key.
     */
    reporterKey: text('reporter_key').notNull(),
    /** Keyed hash of the widest network around the reporter's address. Null for the site's own reports. */
    network: text('network'),
    email: text('email'),
    reason: text('reason', { enum: reportReasons }).notNull(),
    details: text('details').notNull().default(''),
    /** False for a grave report that didn't hide the video; these come first. */
    hides: flag('hides').notNull().default(true),
    /** Second in the video. */
    seconds: real('seconds'),
    status: text('status', { enum: reportStatuses }).notNull().default('open'),
    decidedBy: integer('decided_by'),
    decidedAt: time('decided_at'),
    decisionNote: text('decision_note'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('reports_code').on(table.code),
    uniqueIndex('reports_one_open').on(table.videoId, table.reporterKey).where(sql`status = 'open'`),
    index('reports_open').on(table.id).where(sql`status = 'open'`),
    index('reports_queue').on(table.hides, table.id).where(sql`status = 'open'`),
    index('reports_queue_reason').on(table.reason, table.hides, table.id).where(sql`status = 'open'`),
    index('reports_decided').on(table.id).where(sql`status <> 'open'`),
    index('reports_decided_reason').on(table.reason, table.id).where(sql`status <> 'open'`),
    // For the monthly report.
    index('reports_received').on(table.createdAt, table.id),
    index('reports_open_until').on(sql`coalesce(decided_at, 8.64e15)`, table.id),
    index('reports_video').on(table.videoId, table.id),
    index('reports_network').on(table.network, table.createdAt).where(sql`status = 'open'`),
    index('reports_reporter').on(table.reporterId, table.id),
    index('reports_owner').on(table.ownerId, table.id),
  ],
)

/** The only definition of a request whose last reminder hasn't been sent. */
export const whereReminderLeft = condition(
  sql.raw(`status = 'open' and escalated < ${Math.max(...escalationHours)}`),
)

/** Requests of people without an account to take a video down, each with a clock of 48 hours. */
export const removalRequests = sqliteTable(
  'removal_requests',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** 128 random bits: name of the receipt page. */
    token: text('token').notNull(),
    /** As typed. */
    url: text('url').notNull(),
    /** Null if the URL names no video of this site. */
    videoId: integer('video_id'),
    videoTitle: text('video_title'),
    ownerId: integer('owner_id'),
    reason: text('reason', { enum: removalReasons }).notNull(),
    relation: text('relation', { enum: removalRelations }).notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    statement: text('statement').notNull(),
    signature: text('signature').notNull(),
    /** False for a grave request that didn't hide the video. */
    hides: flag('hides').notNull().default(true),
    createdAt: time('created_at').notNull(),
    dueAt: time('due_at').notNull(),
    /** Hours of the last reminder sent. */
    escalated: integer('escalated').notNull().default(0),
    status: text('status', { enum: removalStatuses }).notNull().default('open'),
    decidedBy: integer('decided_by'),
    decidedAt: time('decided_at'),
    decisionNote: text('decision_note'),
  },
  (table) => [
    uniqueIndex('removal_requests_token').on(table.token),
    index('removal_requests_open').on(table.dueAt, table.id).where(sql`status = 'open'`),
    index('removal_requests_reminders').on(table.dueAt, table.id).where(whereReminderLeft),
    index('removal_requests_decided').on(table.id).where(sql`status <> 'open'`),
    // For the monthly report.
    index('removal_requests_received').on(table.createdAt, table.id),
    index('removal_requests_open_until').on(sql`coalesce(decided_at, 8.64e15)`, table.id),
    index('removal_requests_video').on(table.videoId, table.id),
    index('removal_requests_owner').on(table.ownerId, table.id).where(sql`owner_id is not null`),
  ],
)

/** Removals of videos: the reason, how long the files are kept, and the one appeal. */
export const removals = sqliteTable(
  'removals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    videoId: integer('video_id').notNull(),
    videoTitle: text('video_title').notNull(),
    ownerId: integer('owner_id').notNull(),
    reason: text('reason', { enum: reportReasons }).notNull(),
    /** Statement of reasons, as the uploader reads it. */
    statement: text('statement').notNull(),
    /** The removal of the video of which this one is an identical copy. */
    copyOf: integer('copy_of'),
    /** Null for the system. */
    removedBy: integer('removed_by'),
    removedAt: time('removed_at').notNull(),
    /** Time until which files and records are kept, only for administrators. */
    preserveUntil: time('preserve_until').notNull(),
    /** When the video's files and rows were deleted. */
    filesDeletedAt: time('files_deleted_at'),
    /** When the removal was reversed. */
    restoredAt: time('restored_at'),
    appealText: text('appeal_text'),
    appealedAt: time('appealed_at'),
    appealStatus: text('appeal_status', { enum: appealStatuses }),
    appealDecidedBy: integer('appeal_decided_by'),
    appealDecidedAt: time('appeal_decided_at'),
    appealNote: text('appeal_note'),
  },
  (table) => [
    uniqueIndex('removals_in_force').on(table.videoId).where(sql`restored_at is null`),
    index('removals_owner').on(table.ownerId, table.id),
    index('removals_video').on(table.videoId, table.id),
    index('removals_copies').on(table.copyOf).where(sql`copy_of is not null`),
    // For the monthly report.
    index('removals_removed').on(table.removedAt),
    index('removals_restored').on(table.restoredAt).where(sql`restored_at is not null`),
    index('removals_appealed').on(table.appealedAt).where(sql`appealed_at is not null`),
    index('removals_appeals').on(table.appealedAt, table.id).where(sql`appeal_status = 'open'`),
    index('removals_kept')
      .on(table.preserveUntil)
      .where(sql`files_deleted_at is null and restored_at is null`),
  ],
)

/** Warnings by staff, which the account shows until its owner acknowledges them. */
export const accountWarnings = sqliteTable(
  'account_warnings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    warnedBy: integer('warned_by').notNull(),
    at: time('at').notNull(),
    acknowledgedAt: time('acknowledged_at'),
  },
  (table) => [index('account_warnings_user').on(table.userId, table.id)],
)

/** Notes about accounts, only for staff. Append-only: a trigger keeps them until the account is erased. */
export const accountNotes = sqliteTable(
  'account_notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    authorId: integer('author_id').notNull(),
    at: time('at').notNull(),
  },
  (table) => [index('account_notes_user').on(table.userId, table.id)],
)
