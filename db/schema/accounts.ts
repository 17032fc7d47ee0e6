import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from './columns'
import { users } from './users'

/** Videos that an account kept for later. */
export const savedVideos = sqliteTable(
  'saved_videos',
  {
    userId: integer('user_id').notNull(),
    videoId: integer('video_id').notNull(),
    savedAt: time('saved_at').notNull(),
    /** The account's own order, the highest first; a move writes the middle between two neighbours. */
    place: real('place').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.videoId] }),
    index('saved_videos_place').on(table.userId, table.place, table.videoId),
    index('saved_videos_recent').on(table.userId, table.savedAt, table.videoId),
    index('saved_videos_video').on(table.videoId),
  ],
)

/**
 * Links that were mailed. Only a hash of what the link holds is stored; using one deletes it, and so does whatever makes
 * it void, as a change of the password does.
 */
export const mailTokens = sqliteTable(
  'mail_tokens',
  {
    /** SHA-256 of the token, in base64url. */
    hash: text('hash').primaryKey(),
    kind: text('kind', { enum: ['verify', 'reset', 'email-old', 'email-new'] }).notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The address that it speaks for: one that was changed since makes it void. */
    email: text('email').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('mail_tokens_user').on(table.userId, table.kind),
    index('mail_tokens_expires').on(table.expiresAt),
  ],
)

/** A wish for another mail address, which both the old and the new one must confirm. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    email: text('email').notNull(),
    emailCanonical: text('email_canonical').notNull(),
    oldConfirmedAt: time('old_confirmed_at'),
    newConfirmedAt: time('new_confirmed_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('email_changes_expires').on(table.expiresAt)],
)

/** Codes of an authenticator app. Counts at sign-in once its first code was typed. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Base32, encrypted with a key that the database doesn't know. */
  secret: text('secret').notNull(),
  confirmedAt: time('confirmed_at'),
  /** Step of the last code that was taken: none is good twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: time('created_at').notNull(),
})

/** Each opens the account once, where the second factor is lost. Only hashes are stored; a used one is gone. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id, in base64url. */
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SubjectPublicKeyInfo in DER, in base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** What a sign-in or a new passkey has begun and not ended: a challenge, or the ticket between password and second factor. */
export const challenges = sqliteTable(
  'challenges',
  {
    /** SHA-256 of what the browser holds, in base64url; an authenticator signs the same. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['second-factor', 'passkey-new', 'passkey-sign-in'] }).notNull(),
    /** Null: nobody has said yet who it is. */
    userId: integer('user_id').references(() => users.id),
    /** Of the account when the password was right: a change of it makes the ticket void. */
    tokenVersion: integer('token_version'),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('challenges_user').on(table.userId), index('challenges_expires').on(table.expiresAt)],
)

/**
 * Who accounts were that are erased, as long as a case keeps a video of theirs: for administrators alone, and for a year at
 * most. The account's own row says it no more.
 */
export const erasedAccounts = sqliteTable('erased_accounts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  username: text('username').notNull(),
  email: text('email').notNull(),
  emailVerifiedAt: time('email_verified_at'),
  erasedAt: time('erased_at').notNull(),
})

/** Addresses that asked for news, and those that confirmed it. One that left is deleted. */
export const newsletterSubscribers = sqliteTable(
  'newsletter_subscribers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    email: text('email').notNull(),
    emailCanonical: text('email_canonical').notNull(),
    /** SHA-256 of the token in the link that confirms; null once it was used. */
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

/** News that go, or went, to the subscribers; cron queues a few mails at a time. */
export const newsletterIssues = sqliteTable(
  'newsletter_issues',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdBy: integer('created_by').notNull(),
    createdAt: time('created_at').notNull(),
    /** Highest subscriber whose mail is queued. */
    reached: integer('reached').notNull().default(0),
    queuedCount: integer('queued_count').notNull().default(0),
    finishedAt: time('finished_at'),
  },
  (table) => [index('newsletter_issues_open').on(table.id).where(sql`finished_at is null`)],
)
