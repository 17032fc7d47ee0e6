import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns'

/** The one row of settings: the record that guard decisions on writes read. KV holds a copy for every request. */
export const settings = sqliteTable('settings', {
  id: integer('id').primaryKey(),
  siteName: text('site_name').notNull(),
  siteDescription: text('site_description').notNull(),
  contactEmail: text('contact_email').notNull(),
  siteUrl: text('site_url').notNull(),
  cryptoPaymentsEnabled: flag('crypto_payments_enabled').notNull().default(false),
  maintenanceMode: flag('maintenance_mode').notNull().default(false),
  requireContentApproval: flag('require_content_approval').notNull().default(false),
  /** Seconds. */
  minDuration: integer('min_duration').notNull().default(1),
  maxDuration: integer('max_duration').notNull().default(3600),
  maxUploadBytes: integer('max_upload_bytes').notNull(),
  /** Bytes that one account may store. */
  quotaBytes: integer('quota_bytes').notNull(),
  /** What the operator means to pay for. */
  storageBudgetBytes: integer('storage_budget_bytes').notNull().default(1_000_000_000_000),
  /** Countries and regions of them where the site answers 451: `["FR","US-TX"]`. */
  blockedRegions: text('blocked_regions', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Somebody decided where the site may be seen, be it everywhere. */
  regionsDecided: flag('regions_decided').notNull().default(false),
  updatedAt: time('updated_at').notNull(),
  updatedBy: integer('updated_by'),
})

/** Append-only (held by triggers): who did what to what, when, why, from which request. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: time('at').notNull(),
    /** Null is the system itself. */
    actorId: integer('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text('reason'),
    /** JSON: what changed. */
    details: text('details'),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subject, table.subjectId, table.id),
    index('audit_log_kind').on(table.subject, table.id),
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_action').on(table.action, table.id),
  ],
)

export const mailOutbox = sqliteTable(
  'mail_outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The same event is mailed once. */
    dedupeKey: text('dedupe_key').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null: sent, or given up. */
    nextAttemptAt: time('next_attempt_at'),
    sentAt: time('sent_at'),
    lastError: text('last_error'),
    createdAt: time('created_at').notNull(),
    /** Of the message, beside what every mail has: how to leave a list. */
    headers: text('headers', { mode: 'json' }).$type<Record<string, string>>(),
    /** The account that it was written to, whose address may be another by now. Null: somebody without one. */
    userId: integer('user_id'),
  },
  (table) => [
    uniqueIndex('mail_outbox_dedupe').on(table.dedupeKey),
    index('mail_outbox_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('mail_outbox_waiting').on(table.id).where(sql`next_attempt_at is not null`),
    index('mail_outbox_failed').on(table.id).where(sql`next_attempt_at is null and sent_at is null`),
    index('mail_outbox_sent').on(table.id).where(sql`sent_at is not null`),
    index('mail_outbox_recipient').on(table.recipient, table.id),
    index('mail_outbox_user').on(table.userId, table.id).where(sql`user_id is not null`),
  ],
)

/** Messages that every retry failed on, for an administrator to look at. */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    /** The message's own id, so that a redelivery is one row. */
    id: text('id').primaryKey(),
    queue: text('queue').notNull(),
    body: text('body').notNull(),
    attempts: integer('attempts').notNull(),
    at: time('at').notNull(),
    resolvedAt: time('resolved_at'),
  },
  (table) => [
    index('dead_letters_open').on(table.at, table.id).where(sql`resolved_at is null`),
    index('dead_letters_resolved').on(table.at, table.id).where(sql`resolved_at is not null`),
  ],
)

/**
 * Numbers by UTC day, for the overview. Sign-ups, uploads and money are counted by trigger, plays and members by cron.
 */
export const dailyStats = sqliteTable(
  'daily_stats',
  {
    /** Days since 1970. */
    day: integer('day').notNull(),
    name: text('name').notNull(),
    value: integer('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** Exact windows of the limits that matter. */
export const rateWindows = sqliteTable(
  'rate_windows',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('rate_windows_resets').on(table.resetsAt)],
)

/** Held by whichever run of a cron task is at work, so that two never are. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  heldUntil: time('held_until').notNull(),
})
