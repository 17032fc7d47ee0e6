import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts'
import { flag, time } from './columns'

/** Texts of the legal pages; every change is a new version. */
export const legalDocuments = sqliteTable(
  'legal_documents',
  {
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    publishedAt: time('published_at').notNull(),
    /** Whether it came with the site: the operator hasn't written a text of their own since. */
    isDefault: flag('is_default').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
)

/** Newer default texts of pages that an administrator had edited, until the next version is published. */
export const legalDefaults = sqliteTable('legal_defaults', {
  slug: text('slug').primaryKey(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  /** Version of the page when this text appeared. */
  afterVersion: integer('after_version').notNull(),
})

/** An account's consent to a version of a document, and when. */
export const legalAcceptances = sqliteTable(
  'legal_acceptances',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    acceptedAt: time('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.slug, table.version] })],
)

/** Newsletter subscribers, confirmed or not. Unsubscribing deletes the row. */
export const newsletterSubscribers = sqliteTable(
  'newsletter_subscribers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    email: text('email').notNull(),
    emailCanonical: text('email_canonical').notNull(),
    /** SHA-256 of the token in the confirmation link; null once used. */
    confirmHash: text('confirm_hash'),
    requestedAt: time('requested_at').notNull(),
    confirmedAt: time('confirmed_at'),
  },
  (table) => [
    uniqueIndex('newsletter_subscribers_email').on(table.emailCanonical),
    index('newsletter_subscribers_confirm').on(table.confirmHash),
    index('newsletter_subscribers_confirmed').on(table.id).where(sql`confirmed_at is not null`),
    index('newsletter_subscribers_waiting').on(table.requestedAt).where(sql`confirmed_at is null`),
  ],
)

/** Newsletter issues, sent or being sent; cron queues a few emails at a time. */
export const newsletterIssues = sqliteTable(
  'newsletter_issues',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdBy: integer('created_by').notNull(),
    createdAt: time('created_at').notNull(),
    /** Highest subscriber whose email is queued. */
    reached: integer('reached').notNull().default(0),
    queuedCount: integer('queued_count').notNull().default(0),
    finishedAt: time('finished_at'),
  },
  (table) => [index('newsletter_issues_open').on(table.id).where(sql`finished_at is null`)],
)

/** Comparisons of R2 with the table of objects, page by page. The panel shows the last one. */
export const storageScans = sqliteTable('storage_scans', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  startedAt: time('started_at').notNull(),
  finishedAt: time('finished_at'),
  /** Last key compared: the next page starts after it. */
  cursor: text('cursor'),
  objects: integer('objects').notNull().default(0),
  bytes: integer('bytes').notNull().default(0),
  orphans: integer('orphans').notNull().default(0),
  orphanBytes: integer('orphan_bytes').notNull().default(0),
  missing: integer('missing').notNull().default(0),
  /** The first missing keys, in order. */
  missingKeys: text('missing_keys', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Bytes in the rows minus those in R2. */
  driftBytes: integer('drift_bytes').notNull().default(0),
})

/** Objects in R2 without a row, as the last scan found them. */
export const orphanObjects = sqliteTable('orphan_objects', {
  key: text('key').primaryKey(),
  bytes: integer('bytes').notNull(),
  uploadedAt: time('uploaded_at').notNull(),
  scanId: integer('scan_id').notNull(),
})

/** Messages whose retries have all failed, for an administrator. */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    /** The message's own ID, so that a redelivery is one row. */
    id: text('id').primaryKey(),
    queue: text('queue').notNull(),
    body: text('body').notNull(),
    /** Attempts of all messages with the same text since it was last resolved. */
    attempts: integer('attempts').notNull(),
    /** The IDs of the latest messages that were added to this one. */
    added: text('added', { mode: 'json' }).$type<string[]>().notNull().default([]),
    at: time('at').notNull(),
    resolvedAt: time('resolved_at'),
  },
  (table) => [
    index('dead_letters_open').on(table.at, table.id).where(sql`resolved_at is null`),
    index('dead_letters_same').on(table.queue, table.body).where(sql`resolved_at is null`),
    index('dead_letters_resolved').on(table.at, table.id).where(sql`resolved_at is not null`),
  ],
)
