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

/** Texts of the legal pages; every change is a new version. */
export const legalDocuments = sqliteTable(
  'legal_documents',
  {
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    publishedAt: time('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
)

/** Which version of a document an account agreed to, and when. */
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
