import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
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
    /** Raised by whatever must end all sessions. */
    tokenVersion: integer('token_version').notNull().default(0),
    /** Of the ban in force, which stands here so that asking for it costs no row; history is in the audit log. */
    banReason: text('ban_reason'),
    /** Null: without end. */
    banUntil: time('ban_until'),
    createdAt: time('created_at').notNull(),
    /** Off: nothing of what is watched is written, and resume points aren't either. */
    savesHistory: flag('saves_history').notNull().default(true),
    /** Kinds of mail that the account doesn't want. */
    mutedMails: text('muted_mails', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** When the account is erased, unless somebody signs in before; null for all that stay. */
    deleteAt: time('delete_at'),
    /** Erasing has begun, and nothing brings it back. */
    erasingAt: time('erasing_at'),
  },
  (table) => [
    uniqueIndex('users_username').on(table.usernameCanonical),
    uniqueIndex('users_username_skeleton').on(table.usernameSkeleton),
    uniqueIndex('users_email').on(table.emailCanonical),
    index('users_admins').on(table.id).where(sql`is_admin = 1`),
    index('users_banned').on(table.id).where(sql`ban_reason is not null`),
    // Bans that end by themselves.
    index('users_delete').on(table.deleteAt).where(sql`delete_at is not null`),
    index('users_ban_ends').on(table.banUntil).where(sql`ban_until is not null`),
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
    /** Written at most once an hour, so that reading stays reading. */
    seenAt: time('seen_at').notNull(),
    /** When the password was last typed in it: grave acts ask for it again. Null: at sign-in. */
    confirmedAt: time('confirmed_at'),
    /** What the list of sessions calls it: browser and system, as `Chrome on Windows`. */
    device: text('device').notNull().default(''),
    /** Country of the last look, two letters. */
    country: text('country'),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.createdAt),
    index('sessions_seen').on(table.seenAt),
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
