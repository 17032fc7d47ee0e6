import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { NoticeKind } from '#contract/values/shared/notices'
import { flag, time } from './columns'

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    /** Folded in case and width. */
    usernameCanonical: text('username_canonical').notNull(),
    /** Equal for names that look alike. */
    usernameSkeleton: text('username_skeleton').notNull(),
    email: text('email').notNull(),
    emailCanonical: text('email_canonical').notNull(),
    emailVerifiedAt: time('email_verified_at'),
    passwordHash: text('password_hash').notNull(),
    isAdmin: flag('is_admin').notNull().default(false),
    /** Distinguishes a site owner from other administrators, and a moderator or support from members. */
    staff: text('staff', { enum: ['owner', 'moderator', 'support'] }),
    /** Raised whenever all sessions must end. */
    tokenVersion: integer('token_version').notNull().default(0),
    /** Reason of the ban in force, stored here so that reading it costs no extra row; history is in the audit log. */
    banReason: text('ban_reason'),
    /** Null: permanent. */
    banUntil: time('ban_until'),
    createdAt: time('created_at').notNull(),
    /** If false, neither history nor resume points are recorded. */
    savesHistory: flag('saves_history').notNull().default(true),
    /** Kinds of email at once that the account has turned off, in the words of `mutedAs`. */
    mutedMails: text('muted_mails', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Kinds of notification that the account has turned off on the site. */
    mutedNotices: text('muted_notices', { mode: 'json' }).$type<NoticeKind[]>().notNull().default([]),
    /** Kinds of notification that the daily email includes. */
    digestKinds: text('digest_kinds', { mode: 'json' }).$type<NoticeKind[]>().notNull().default([]),
    /** When the daily email was last sent or had nothing to report; before that, when it was turned on. */
    digestedAt: time('digested_at'),
    /** Notifications up to this time are read. */
    noticesReadAt: time('notices_read_at').notNull().default(0),
    /** When the account is erased unless its owner signs in before; null unless it is leaving. */
    deleteAt: time('delete_at'),
    /** Erasing has begun and can't be undone. */
    deletingAt: time('deleting_at'),
    /** Time from which its uploads skip review. */
    trustedAt: time('trusted_at'),
    /** Limits set by staff for this account alone; null: the same as everyone's. */
    quotaBytes: integer('quota_bytes'),
    publishesPerDay: integer('publishes_per_day'),
    openUploads: integer('open_uploads'),
  },
  (table) => [
    uniqueIndex('users_username').on(table.usernameCanonical),
    uniqueIndex('users_username_skeleton').on(table.usernameSkeleton),
    uniqueIndex('users_email').on(table.emailCanonical),
    index('users_admins').on(table.id).where(sql`is_admin = 1`),
    check('users_staff_roles', sql`staff in ('owner', 'moderator', 'support')`),
    index('users_staff').on(table.id).where(sql`(is_admin = 1 or staff is not null)`),
    index('users_trusted').on(table.id).where(sql`trusted_at is not null`),
    index('users_banned').on(table.id).where(sql`ban_reason is not null`),
    index('users_delete').on(table.deleteAt).where(sql`delete_at is not null`),
    // Temporary bans.
    index('users_ban_ends').on(table.banUntil).where(sql`ban_until is not null`),
    // Accounts that get the daily email, by the time of the last one.
    index('users_digest').on(table.digestedAt, table.id).where(sql`digest_kinds <> '[]'`),
  ],
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    tokenVersion: integer('token_version').notNull(),
    createdAt: time('created_at').notNull(),
    /** Written at most once an hour, so that reading causes few writes. */
    seenAt: time('seen_at').notNull(),
    /**
     * When the password was last entered in this session: sensitive actions ask for it again. Null: at
     * sign-in.
     */
    confirmedAt: time('confirmed_at'),
    /** Browser and system for the list of sessions, as `Chrome on Windows`. */
    device: text('device').notNull().default(''),
    /** Country of the last visit, two letters. */
    country: text('country'),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.createdAt),
    index('sessions_seen').on(table.seenAt),
  ],
)

/**
 * Emailed links. Only a hash of the token is stored. Using a link deletes it, and so does anything that voids
 * it, such as a password change.
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
    /** The address that it was sent for: changing the address voids it. */
    email: text('email').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('mail_tokens_user').on(table.userId, table.kind),
    index('mail_tokens_expires').on(table.expiresAt),
  ],
)

/** A requested change of the email address, which both the old and the new one must confirm. */
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

/** Secrets of authenticator apps. Required at sign-in once the first code was entered. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Base32, encrypted with a key outside the database. */
  secret: text('secret').notNull(),
  confirmedAt: time('confirmed_at'),
  /** Step of the last code used: no code works twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: time('created_at').notNull(),
})

/**
 * Recovery codes, each of which replaces a lost second factor once. Only hashes are stored; a used code is
 * deleted.
 */
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

/**
 * An administrator's requests to turn off an account's second factor, which another administrator confirms.
 */
export const factorResets = sqliteTable(
  'factor_resets',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    requestedBy: integer('requested_by').notNull(),
    reason: text('reason').notNull(),
    requestedAt: time('requested_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('factor_resets_expires').on(table.expiresAt)],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's ID, in base64url. */
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** A sign-in or new passkey in progress: a challenge, or the ticket between password and second factor. */
export const challenges = sqliteTable(
  'challenges',
  {
    /** SHA-256 of the browser's secret, in base64url; an authenticator signs this value. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['second-factor', 'passkey-new', 'passkey-sign-in'] }).notNull(),
    /** Null while unidentified. */
    userId: integer('user_id').references(() => users.id),
    /** The account's version when the password was right: changing the password voids the ticket. */
    tokenVersion: integer('token_version'),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('challenges_user').on(table.userId), index('challenges_expires').on(table.expiresAt)],
)
