import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts'
import { time } from './columns'

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
