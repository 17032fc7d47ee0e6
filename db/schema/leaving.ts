import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts'
import { time } from './columns'

/**
 * Identities of erased accounts while a case keeps a video of theirs: only for administrators, and for at
 * most a year. The account's own row no longer has them.
 */
export const deletedAccounts = sqliteTable('deleted_accounts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  username: text('username').notNull(),
  email: text('email').notNull(),
  emailVerifiedAt: time('email_verified_at'),
  deletedAt: time('deleted_at').notNull(),
})
