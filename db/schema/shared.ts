import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { readCardProcessor, readOffers } from '../../contract/values/payments/offers'
import { readPrices } from '../../contract/values/payments/prices'
import {
  type FooterLink,
  type HomeSection,
  logoTypes,
  type SiteLogo,
} from '../../contract/values/shared/look'
import { condition } from '../conditions'
import { users } from './accounts'
import { flag, time, tolerantJson } from './columns'

export const objectKinds = [
  'source',
  'poster',
  'blurred',
  'rendition',
  'storyboard',
  'preview',
  'trailer',
  'caption',
  'avatar',
] as const

export type ObjectKind = (typeof objectKinds)[number]

/** The only definition of an unread rendition, preview or trailer. */
export const whereDerivedUnread = condition(
  sql.raw(
    `sha256 is null and kind in ('rendition', 'preview', 'trailer') and pending_deletion_since is null`,
  ),
)

/** When a file is due that isn't tried any more. */
export const neverDue = 8.64e15

/** The only order in which the hash jobs get to files: those that failed come behind those that wait. */
export const readDue = sql.raw('coalesce(read_due_at, media_objects.created_at)')

/** The only definition of a file that was hashed before there were hashes by track. */
export const whereTracksUnhashed = condition(
  sql.raw(
    `sha256 is not null and tracks_hashed = 0 and kind in ('source', 'rendition', 'preview') and pending_deletion_since is null`,
  ),
)

/**
 * Every object in R2: inserted with the put, marked with the delete, gone once the job has deleted the
 * object.
 */
export const mediaObjects = sqliteTable(
  'media_objects',
  {
    key: text('key').primaryKey(),
    kind: text('kind', { enum: objectKinds }).notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    /** Hash of the whole file as it is stored, hex; null until the job has read it. */
    sha256: text('sha256'),
    /**
     * Hash of all tracks as they are interleaved, and as they were sent: what removals blocked before there were hashes
     * by track.
     */
    samplesSha256: text('samples_sha256'),
    /** Hash of the coded pictures, which a remux leaves unchanged; null also for a file that can't be read. */
    pictureSha256: text('picture_sha256'),
    /** Hash of the sound alone: evidence, which blocks nothing. */
    soundSha256: text('sound_sha256'),
    /** The two above are what the file has. False for files hashed before there were any. */
    tracksHashed: flag('tracks_hashed').notNull().default(false),
    crc32: integer('crc32'),
    /** Hash of the digests of its parts, hex: tells at once that an owner uploads the same file again. */
    partsSha256: text('parts_sha256'),
    createdAt: time('created_at').notNull(),
    /** Readings by the hash jobs that didn't end, since the last one that did. */
    readTries: integer('read_tries').notNull().default(0),
    /** When the next reading is due; null before the first, which is due at once. `neverDue` once it is given up. */
    readDueAt: time('read_due_at'),
    /** Pending deletion: the job deletes the object, then this row. */
    pendingDeletionSince: time('pending_deletion_since'),
  },
  (table) => [
    index('media_objects_pending_deletion')
      .on(table.pendingDeletionSince)
      .where(sql`pending_deletion_since is not null`),
    index('media_objects_owner').on(table.ownerId),
    index('media_objects_owner_parts')
      .on(table.ownerId, table.partsSha256)
      .where(sql`parts_sha256 is not null`),
    index('media_objects_sha256').on(table.sha256),
    index('media_objects_samples').on(table.samplesSha256),
    index('media_objects_picture').on(table.pictureSha256),
    // For the job that hashes the tracks of older files.
    index('media_objects_tracks_due').on(sql`coalesce(read_due_at, created_at)`).where(whereTracksUnhashed),
    // For the job that reads renditions, previews and trailers.
    index('media_objects_derived_due').on(sql`coalesce(read_due_at, created_at)`).where(whereDerivedUnread),
  ],
)

/** Bytes by kind; kept by trigger. */
export const storageTotals = sqliteTable('storage_totals', {
  kind: text('kind', { enum: objectKinds }).primaryKey(),
  objects: integer('objects').notNull().default(0),
  bytes: integer('bytes').notNull().default(0),
})

/** Bytes that an account has stored; kept by trigger, read by the quota. */
export const ownerStorage = sqliteTable('owner_storage', {
  userId: integer('user_id').primaryKey(),
  bytes: integer('bytes').notNull().default(0),
})

export const revocationKinds = ['object', 'session', 'user'] as const

/** Revocations of signed media URLs. Each isolate reads new ones every 10 s. */
export const revocations = sqliteTable(
  'revocations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: revocationKinds }).notNull(),
    /** Object key, session ID, or account ID. */
    target: text('target').notNull(),
    /** Object: lower revisions are refused. User: lower token versions. */
    below: integer('below').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [index('revocations_at').on(table.at), index('revocations_target').on(table.target)],
)

/** The only row of settings: the record that decisions on writes read. KV holds a copy for every request. */
export const settings = sqliteTable('settings', {
  id: integer('id').primaryKey(),
  siteName: text('site_name').notNull(),
  siteDescription: text('site_description').notNull(),
  contactEmail: text('contact_email').notNull(),
  cryptoPaymentsEnabled: flag('crypto_payments_enabled').notNull().default(false),
  /** Premium can be paid by card: the card rules hold, and every video that they are about was looked through. */
  cardPaymentsEnabled: flag('card_payments_enabled').notNull().default(false),
  /** Since when the card rules hold: approval is locked, and no uploader is trusted. Null while they don't. */
  cardRulesSince: time('card_rules_since'),
  /** The video up to which they were looked through since. Kept by cron, not a setting. */
  cardsCheckedId: integer('cards_checked_id').notNull().default(0),
  maintenanceMode: flag('maintenance_mode').notNull().default(false),
  requireContentApproval: flag('require_content_approval').notNull().default(false),
  /** Seconds. */
  minDuration: integer('min_duration').notNull().default(1),
  maxDuration: integer('max_duration').notNull().default(3600),
  maxUploadBytes: integer('max_upload_bytes').notNull(),
  /** Storage quota of an account. */
  quotaBytes: integer('quota_bytes').notNull(),
  /** The operator's storage budget. */
  storageBudgetBytes: integer('storage_budget_bytes').notNull().default(1_000_000_000_000),
  /** Countries and subdivisions where the site answers 451: `["FR","US-TX"]`. */
  blockedRegions: text('blocked_regions', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** An administrator has decided where the site is available, even if that is everywhere. */
  regionsDecided: flag('regions_decided').notNull().default(false),
  /** What the premium pitch may promise: some public video has it. Kept by cron, not a setting. */
  offersDownloads: flag('offers_downloads').notNull().default(false),
  offers4k: flag('offers_4k').notNull().default(false),
  /** `#rrggbb`; null: the theme's own. */
  accent: text('accent'),
  /** Null: the built-in mark. */
  logo: text('logo', { mode: 'json' }).$type<SiteLogo>(),
  footerLinks: text('footer_links', { mode: 'json' }).$type<FooterLink[]>().notNull().default([]),
  /** Videos can have comments, as far as their uploaders want them. */
  commentsEnabled: flag('comments_enabled').notNull().default(false),
  /** Terms that no title, tag, description or search may contain, one a line. */
  blockedTerms: text('blocked_terms').notNull().default(''),
  /** A sample of the pages reports how it loaded, without saying whose browser it was. */
  fieldData: flag('field_data').notNull().default(true),
  /** What the home page shows, in order. */
  homeSections: text('home_sections', { mode: 'json' })
    .$type<HomeSection[]>()
    .notNull()
    .default([
      'hero',
      'continue',
      'popularFree',
      'premiumOffer',
      'premium',
      'recent',
      'trending',
      'following',
    ]),
  /** An empty object: today's default prices. */
  prices: tolerantJson('prices', readPrices).notNull().default(sql`'{}'`),
  /** Which methods are offered, in which order, and where. An empty list: all of them, everywhere. */
  paymentMethods: tolerantJson('payment_methods', readOffers).notNull().default(sql`'[]'`),
  /** Null: the first that is configured. */
  cardProcessor: tolerantJson('card_processor', readCardProcessor),
  updatedAt: time('updated_at').notNull(),
  updatedBy: integer('updated_by'),
})

/** The last run of cron, in one row. */
export const cronRuns = sqliteTable('cron_runs', {
  id: integer('id').primaryKey(),
  at: time('at').notNull(),
  /** The tasks that failed when they last ran, and since when. */
  failing: text('failing', { mode: 'json' }).$type<Record<string, number>>().notNull(),
  /** When each task last succeeded, or was first known. */
  done: text('done', { mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
})

/** Logos by the SHA-256 of their bytes. A page that a browser keeps open may still ask for an earlier one. */
export const siteLogos = sqliteTable('site_logos', {
  hash: text('hash').primaryKey(),
  contentType: text('content_type', { enum: logoTypes }).notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  createdAt: time('created_at').notNull(),
})

/** Append-only (enforced by triggers): who did what to what, when, why, in which request. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: time('at').notNull(),
    /** Null for the system itself. */
    actorId: integer('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text('reason'),
    /** The change, as JSON. */
    details: text('details'),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subject, table.subjectId, table.id),
    index('audit_log_kind').on(table.subject, table.id),
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_action').on(table.action, table.id),
    index('audit_log_at').on(table.at),
  ],
)

export const mailOutbox = sqliteTable(
  'mail_outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Emails each event once. */
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
    /** Headers beside those every email has: how to unsubscribe. */
    headers: text('headers', { mode: 'json' }).$type<Record<string, string>>(),
    /** The account it was written to, whose address may have changed. Null: a recipient without one. */
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

/**
 * Daily figures (UTC) for the overview. Sign-ups, uploads and money are counted by trigger, plays and members
 * by cron.
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

/** Exact windows, for limits that matter. */
export const rateWindows = sqliteTable(
  'rate_windows',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('rate_windows_resets').on(table.resetsAt)],
)

/** Held by the active run of a cron task, so that there are never two. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  heldUntil: time('held_until').notNull(),
})
