import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { NoticeOutcome, StoredNoticeKind } from '../../../contract/values/shared/notices'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { notices } from '../../schema'

/** A notification; SQL where each row of a select has its own. */
export interface NewNotice {
  userId: number | SQL
  kind: StoredNoticeKind
  outcome: NoticeOutcome | SQL
  videoId?: number | SQL | null
  ref?: string | SQL | null
}

/** Notifies someone for each row of a select; `rows` is the select from `from` or `where` on. */
export function insertNotices(db: Db, notice: NewNotice, now: number, rows: SQL) {
  return insertFrom(db, notices, { ...notice, at: now }, rows)
}

export function insertNotice(db: Db, notice: NewNotice, now: number, onlyIf = always) {
  return insertNotices(db, notice, now, sql`where ${onlyIf}`)
}

/** Notifies the account whose confirmed address this is: an unconfirmed one may be a stranger's. */
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

/** A comment that someone hears of: the uploader of its video, or the author of the comment it replies to. */
export interface CommentNotice {
  kind: 'comment' | 'reply'
  commentId: number
  videoId: number
  authorId: number
  recipientId: number
  /** The comment that a reply belongs under. */
  threadId?: number
}

/** Holds for the notification, not read yet, that further comments on the video, or replies to one, are added to. */
function whereSameTalk({ kind, videoId, recipientId, threadId }: CommentNotice): Condition {
  return condition(sql`notices.video_id = ${videoId} and notices.user_id = ${recipientId} and notices.kind = ${kind}
    and notices.ref is ${threadId === undefined ? null : String(threadId)} and notices.read_at is null
    and notices.at > (select notices_read_at from users where id = ${recipientId})`)
}

/**
 * Notifies someone of a comment: counts it in the notification of earlier ones that wasn't read yet, or adds one.
 * Nobody hears of their own. One batch.
 */
export function insertCommentNotice(db: Db, talk: CommentNotice, now: number, onlyIf = always) {
  const { kind, commentId, videoId, authorId, recipientId, threadId } = talk
  const theirs = condition(sql`(${authorId} <> ${recipientId} and ${onlyIf})`)
  return [
    db
      .update(notices)
      .set({ commentId, actorId: authorId, at: now, count: sql`${notices.count} + 1` })
      .where(and(whereSameTalk(talk), sql`${notices.commentId} is not ${commentId}`, theirs)),
    insertFrom(
      db,
      notices,
      {
        ...{ userId: recipientId, kind, videoId, commentId, actorId: authorId, at: now },
        ref: threadId === undefined ? null : String(threadId),
      },
      sql`where ${theirs} and not exists (select 1 from notices where ${whereSameTalk(talk)})`,
    ),
  ] as const
}

/**
 * Takes a comment that is gone, or hidden, out of its notification, which goes with the last; and deletes those of
 * replies to it. One batch.
 */
export function deleteCommentNotices(db: Db, { commentId, videoId }: { commentId: number; videoId: number }) {
  const latest = and(eq(notices.videoId, videoId), eq(notices.commentId, commentId))
  return [
    db.delete(notices).where(and(latest, sql`${notices.count} = 1`)),
    db
      .update(notices)
      .set({ count: sql`${notices.count} - 1`, commentId: null, actorId: null })
      .where(latest),
    db
      .delete(notices)
      .where(
        and(eq(notices.videoId, videoId), eq(notices.kind, 'reply'), eq(notices.ref, String(commentId))),
      ),
  ] as const
}

/** Deletes the oldest notifications from before a time. */
export function deleteOldNotices(db: Db, before: number, atMost: number) {
  return db
    .delete(notices)
    .where(sql`${notices.id} in (select id from notices where at < ${before} order by at limit ${atMost})`)
}
