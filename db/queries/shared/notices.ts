import { type SQL, sql } from 'drizzle-orm'
import type { NoticeOutcome, StoredNoticeKind } from '#contract/values/shared/notices'
import type { Db } from '../../client'
import { always, type Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { notices } from '../../schema'

/** A notification; values that differ by row are SQL. */
export interface NewNotice {
  userId: number | SQL
  kind: StoredNoticeKind
  outcome: NoticeOutcome | SQL
  videoId?: number | SQL | null
  ref?: string | SQL | null
}

/** Inserts a notification for each row of a select; `rows` is the select from `from` or `where` on. */
export function insertNotices(db: Db, notice: NewNotice, now: number, rows: SQL) {
  return insertFrom(db, notices, { ...notice, at: now }, rows)
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
