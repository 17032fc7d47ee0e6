import { sql } from 'drizzle-orm'
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { logoTypes } from '#contract/values/shared/look'
import { condition } from '../conditions'
import { users } from './accounts'
import { flag, time } from './columns'

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

/** Due time of a file that isn't tried any more. */
export const neverDue = 8.64e15

/** The only order in which the hash jobs read files: files that failed come after those that wait. */
export const readDue = sql.raw('coalesce(read_due_at, media_objects.created_at)')

/**
 * Every object in R2: its row is inserted with the put, marked when the object is to be deleted, and deleted
 * after the job has deleted the object.
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
    /** Hash of the coded pictures, which a remux leaves unchanged; null also for a file that can't be read. */
    pictureSha256: text('picture_sha256'),
    /** Hash of the sound alone: evidence, by which nothing is blocked. */
    soundSha256: text('sound_sha256'),
    crc32: integer('crc32'),
    /** Hash of its parts' digests, hex: shows at once that an owner uploads the same file again. */
    partsSha256: text('parts_sha256'),
    createdAt: time('created_at').notNull(),
    /** Number of unfinished readings by the hash jobs since the last finished one. */
    readTries: integer('read_tries').notNull().default(0),
    /**
     * When the next reading is due; null before the first, which is due at once; `neverDue` once it is given
     * up.
     */
    readDueAt: time('read_due_at'),
    /** Time from which it is pending deletion: the job deletes the object, then this row. */
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
    index('media_objects_picture').on(table.pictureSha256),
    // For the job that reads renditions, previews and trailers.
    index('media_objects_derived_due').on(sql`coalesce(read_due_at, created_at)`).where(whereDerivedUnread),
  ],
)

/** Number of objects and bytes by kind; kept by trigger. */
export const storageTotals = sqliteTable('storage_totals', {
  kind: text('kind', { enum: objectKinds }).primaryKey(),
  objects: integer('objects').notNull().default(0),
  bytes: integer('bytes').notNull().default(0),
})

/** Bytes stored by an account; kept by trigger, read by the quota. */
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
    /** For an object, lower revisions are refused; for an account, lower token versions. */
    below: integer('below').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [index('revocations_at').on(table.at), index('revocations_target').on(table.target)],
)

/** The settings, in one row, which decisions on writes read. KV has a copy for every request. */
export const settings = sqliteTable(
  'settings',
  {
    id: integer('id').primaryKey(),
    /**
     * The settings that were changed, as JSON: contract/schemas/site/settings.ts has the schema, and the
     * defaults of absent ones.
     */
    document: text('document').notNull().default('{}'),
    // State rather than settings; statements depend on it.
    /**
     * Whether premium can be paid by card: the card rules hold, and every video that they concern was looked
     * through.
     */
    cardPaymentsEnabled: flag('card_payments_enabled').notNull().default(false),
    /**
     * Time from which the card rules hold: approval is locked, and no uploader is trusted. Null while they
     * don't hold.
     */
    cardRulesSince: time('card_rules_since'),
    /** The video up to which videos were looked through since then. */
    cardsCheckedId: integer('cards_checked_id').notNull().default(0),
    /** Promises of the premium pitch: some public video offers this. Kept by cron. */
    offersDownloads: flag('offers_downloads').notNull().default(false),
    offers4k: flag('offers_4k').notNull().default(false),
    updatedAt: time('updated_at').notNull(),
    updatedBy: integer('updated_by'),
  },
  // Conditions in SQL read it too, and would fail if it weren't JSON.
  () => [check('settings_document', sql`json_valid(document) and json_type(document) = 'object'`)],
)

/**
 * Cron's record of one of its tasks. The task's state follows from which of three fields are set:
 *
 * | `by` | `until` | `sent`  |                                                                                    |
 * | ---- | ------- | ------- | ---------------------------------------------------------------------------------- |
 * | –    | –       | –       | it waits for its turn or, if it is `failing`, for the next run of cron             |
 * | yes  | yes     | –       | that run of cron does it                                                           |
 * | yes  | –       | yes     | that run of cron sent it to the queue, which hasn't started it                     |
 * | yes  | yes     | yes     | that run does it: the queue's, or cron's if the queue didn't                       |
 * | –    | –       | yes     | it failed in the queue, which repeats it                                           |
 *
 * After `until`, the next run takes it. A message about a task without `sent` is ignored.
 */
export interface TaskState {
  /** The turn in which it last succeeded, had nothing to do, or was first seen. */
  done: number
  /** Time from which it has been failing. */
  failing?: number
  /** When it was last sent to the queue. It hasn't been done since. */
  sent?: number
  /** The run that last took it or sent it to the queue. */
  by?: string
  /** Until then that run works on it, unless it gives it back earlier. */
  until?: number
  /** When cron last started it after a failure. */
  begun?: number
}

/** Cron's state: when it last ran, and the state of its tasks, in one row. */
export const cronRuns = sqliteTable('cron_runs', {
  id: integer('id').primaryKey(),
  /** When it last ran. */
  at: time('at').notNull(),
  /**
   * States by task name, in one document: a run claims all tasks that are due in one statement, which writes
   * one row.
   */
  tasks: text('tasks', { mode: 'json' }).$type<Record<string, TaskState>>().notNull(),
})

/**
 * Logos by the SHA-256 of their bytes. A page that stays open in a browser may still request an earlier one.
 */
export const siteLogos = sqliteTable('site_logos', {
  hash: text('hash').primaryKey(),
  contentType: text('content_type', { enum: logoTypes }).notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  createdAt: time('created_at').notNull(),
})

/**
 * Holds for an entry that may be pruned, unlike those kept with the books for good; a trigger enforces this
 * too.
 */
export const wherePrunable = condition(
  sql.raw(`subject not in ('payment', 'payment-alert', 'claim', 'gift-codes')`),
)

/**
 * The log of acts: actor, action, subject, time, reason and request. Triggers keep entries from being
 * changed, or deleted within three years.
 */
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
    // Without the entries that stay for good, which pruning would read each time.
    index('audit_log_at').on(table.at).where(wherePrunable),
  ],
)

export const mailOutbox = sqliteTable(
  'mail_outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Ensures that each event is emailed only once. */
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
    /** What its link turns off, as `report-12`, which is signed when it is sent: SQL can't. Null: it has no link. */
    leaves: text('leaves'),
    /**
     * The account that it was written to, whose address may have changed. Null: a recipient without an
     * account.
     */
    userId: integer('user_id'),
    /**
     * It went to someone who made a report or asked for a removal. Only staff who read such contacts see who that is, and
     * what it is about.
     */
    toComplainant: integer('to_complainant', { mode: 'boolean' }).notNull().default(false),
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

/** Exact rate-limit windows, for limits that matter. */
export const rateWindows = sqliteTable(
  'rate_windows',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('rate_windows_resets').on(table.resetsAt)],
)

/** Leases held by the active run of a long job, so that there are never two runs. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  heldUntil: time('held_until').notNull(),
})
