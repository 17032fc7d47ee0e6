import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { comments } from '../../schema'
import { whereAuthorGone, whereBanned, whereLeaving } from './account-standing'

// Comments of accounts that are banned or leaving: hidden in steps and shown again in steps, like the videos
// of these accounts.

/** Hides shown comments of an account while it is banned or leaving. */
export function hideCommentsOf(db: Db, userId: number, now: number, atMost: number) {
  const some = sql`(select id from comments indexed by comments_author_shown
    where user_id = ${userId} and state = 'shown' limit ${atMost})`
  return db
    .update(comments)
    .set({ state: 'away' })
    .where(sql`${comments.id} in ${some} and ${whereAuthorGone(now)}`)
}

/** Shows hidden comments of an account again, once it is neither banned nor leaving. */
export function showCommentsOf(db: Db, userId: number, now: number, atMost: number) {
  const some = sql`(select id from comments indexed by comments_author_away
    where user_id = ${userId} and state = 'away' limit ${atMost})`
  return db
    .update(comments)
    .set({ state: 'shown' })
    .where(sql`${comments.id} in ${some} and not ${whereAuthorGone(now)}`)
}

/**
 * Returns banned or leaving accounts with shown comments: written in the meantime, or missed by a run that
 * died.
 */
export function goneWithComments(db: Db, now: number, atMost: number) {
  const shown = sql`exists (select 1 from comments c indexed by comments_author_shown
    where c.user_id = u.id and c.state = 'shown')`
  return db.all<{ id: number }>(sql`select id from (
    select u.id from users u indexed by users_banned where ${whereBanned('u', now)} and ${shown}
    union select u.id from users u indexed by users_delete where u.delete_at is not null and ${shown}
  ) limit ${atMost}`)
}

/**
 * Returns accounts that are back and whose comments are still hidden. Reads one row for each account with
 * any.
 */
export function backWithoutComments(db: Db, now: number, atMost: number) {
  const next = (beyond: SQL) =>
    sql`select min(user_id) from comments indexed by comments_author_away where state = 'away' ${beyond}`
  return db.all<{ id: number }>(sql`with recursive away(id) as (${next(sql``)}
      union all select (${next(sql`and user_id > away.id`)}) from away where away.id is not null)
    select u.id from away join users u on u.id = away.id
    where not ${whereBanned('u', now)} and not ${whereLeaving('u')} limit ${atMost}`)
}
