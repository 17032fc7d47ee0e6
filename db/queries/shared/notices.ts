import { type SQL, sql } from 'drizzle-orm'
import { type NoticeOutcome, outcomesByChoice, type StoredNoticeKind } from '#contract/values/shared/notices'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { notices } from '../../schema'
import { whereMailWantedBy } from './mail'

/** A notification; values that differ by row are SQL. */
export interface NewNotice {
  userId: number | SQL
  kind: Exclude<StoredNoticeKind, 'comment' | 'reply'>
  outcome: NoticeOutcome | SQL
  videoId?: number | SQL | null
  ref?: string | SQL | null
}

/** Inserts a notification for each row of a select; `rows` is the select from `from` or `where` on. */
export function insertNotices(db: Db, notice: NewNotice, now: number, rows: SQL) {
  return insertFrom(db, notices, { ...notice, at: now, mailed: whereMailed(notice) }, rows)
}

/** Holds where the email about this is sent in the same batch. */
function whereMailed({ kind, outcome, userId }: NewNotice): Condition {
  if (kind === 'claim') return always
  return condition(sql`(${outcome} not in ${outcomesByChoice} or ${whereMailWantedBy(userId, kind)})`)
}

export function insertNotice(db: Db, notice: NewNotice, now: number, onlyIf = always) {
  return insertNotices(db, notice, now, sql`where ${onlyIf}`)
}

/** Notifies the account with this confirmed address: an unconfirmed one may be a stranger's. */
export function insertNoticeByEmail(
  db: Db,
  email: string,
  notice: Omit<NewNotice, 'userId'>,
  now: number,
  onlyIf: Condition,
) {
  const rows = sql`from users where email_canonical = lower(${email}) and email_verified_at is not null and ${onlyIf}`
  return insertNotices(db, { ...notice, userId: sql`users.id` }, now, rows)
}

/** Deletes the oldest notifications from before a time. */
export function deleteOldNotices(db: Db, before: number, atMost: number) {
  return db
    .delete(notices)
    .where(sql`${notices.id} in (select id from notices where at < ${before} order by at limit ${atMost})`)
}
