import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { CommentQueue, CommentReason } from '#contract/values/moderation/comments'
import type { NoticeOutcome } from '#contract/values/shared/notices'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { commentReports, comments } from '../../schema'
import { whereAuthorGone } from '../shared/account-standing'
import { expressions, indexedBy } from '../shared/index-hints'
import { filledIn, insertMails, leavesOf, placeholders, whereMailWanted } from '../shared/mail'
import { insertNotices } from '../shared/notices'

interface NewReport {
  commentId: number
  reporterId: number | null
  reporterKey: string
  email: string | null
  reason: CommentReason
  details: string
  now: number
}

/**
 * Inserts a report of a shown comment, with the comment's present text. Does nothing while the reporter has
 * an open report of it.
 */
export function insertCommentReport(db: Db, { commentId, now, ...report }: NewReport) {
  return insertFrom(
    db,
    commentReports,
    {
      commentId: sql`c.id`,
      ownerId: sql`c.user_id`,
      body: sql`c.body`,
      ...report,
      createdAt: now,
    },
    sql`from comments c where c.id = ${commentId} and c.state = 'shown' and c.user_id is not ${report.reporterId}`,
  ).onConflictDoNothing()
}

/** Returns a row if the reporter has an open report of the comment. */
export function openCommentReportOf(db: Db, commentId: number, reporterKey: string) {
  return db
    .select({ id: commentReports.id })
    .from(commentReports)
    .where(
      and(
        eq(commentReports.commentId, commentId),
        eq(commentReports.reporterKey, reporterKey),
        sql`status = 'open'`,
      ),
    )
}

const columns = expressions({
  id: comments.id,
  videoId: comments.videoId,
  userId: comments.userId,
  body: comments.body,
  state: comments.state,
  heldFor: comments.heldFor,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  openReports: comments.openReports,
  removedBy: comments.removedBy,
  reason: comments.reason,
})

const queues: Record<CommentQueue, { index: string; has: SQL; latestFirst?: true }> = {
  reported: { index: 'comments_reported', has: sql`open_reports > 0` },
  held: { index: 'comments_held', has: sql`state = 'held'` },
  removed: { index: 'comments_removed', has: sql`state = 'removed'`, latestFirst: true },
}

/** Returns a page of the comments that wait for staff, oldest first, or of the removed ones, newest first. */
export function commentQueuePage(db: Db, queue: CommentQueue, atMost: number, after?: number) {
  const { index, has, latestFirst } = queues[queue]
  return db
    .select({
      ...columns,
      parentBody: sql<string | null>`(select p.body from comments p where p.id = "comments"."parent_id")`.as(
        'parent_body',
      ),
    })
    .from(indexedBy(comments, index))
    .where(and(has, after === undefined ? undefined : (latestFirst ? lt : gt)(comments.id, after)))
    .orderBy((latestFirst ? desc : asc)(comments.id))
    .limit(atMost)
}

export type QueuedComment = Awaited<ReturnType<typeof commentQueuePage>>[number]

/** Returns open reports of the comments, grouped by comment, up to a total number. */
export function openReportsOfComments(db: Db, ids: readonly number[], atMost: number) {
  const { commentId, reporterKey, ...rest } = expressions(getTableColumns(commentReports))
  return db
    .select({ commentId, ...rest })
    .from(indexedBy(commentReports, 'comment_reports_one_open'))
    .where(and(sql`status = 'open'`, inArray(commentId, [...ids])))
    .orderBy(asc(commentId), asc(reporterKey))
    .limit(atMost)
}

/** Returns when each comment was first reported, among its open reports. */
export function oldestReportsOfComments(db: Db, ids: readonly number[]) {
  return db
    .select({
      commentId: sql<number>`value`.as('comment_id'),
      createdAt: sql<number | null>`(select created_at from comment_reports indexed by comment_reports_comment
        where comment_id = value and status = 'open' order by id limit 1)`.as('reported_at'),
    })
    .from(sql`json_each(${JSON.stringify(ids)})`)
}

export interface CommentSeen {
  editedAt: number | null
  /** The comment needn't wait for staff: it may be one that is shown. */
  onPage: boolean
  /**
   * The decision restores the comment, so staff must have removed it. An uploader's removals are the
   * uploader's to judge.
   */
  restores: boolean
  actorId: number
}

/**
 * Holds while a comment waits for staff or can be restored, still has the text that they read, and isn't
 * their own.
 */
export function whereCommentDecidable(
  id: number,
  { editedAt, onPage, restores, actorId }: CommentSeen,
): Condition {
  const shown = onPage ? sql`or c.state = 'shown'` : sql``
  const decidable = restores
    ? sql`c.state = 'removed' and c.reason is not null`
    : sql`(c.state = 'held' or c.open_reports > 0 ${shown})`
  return condition(sql`exists (select 1 from comments c where c.id = ${id}
    and ${decidable} and c.edited_at is ${editedAt} and c.user_id <> ${actorId})`)
}

/** Returns the facts that a decision about a comment depends on. */
export function commentToDecide(db: Db, id: number) {
  return db
    .select({
      userId: comments.userId,
      state: comments.state,
      openReports: comments.openReports,
      editedAt: comments.editedAt,
    })
    .from(comments)
    .where(eq(comments.id, id))
}

/**
 * Returns, in SQL, a record of the reasons for a comment's removal before and after a change; null where it
 * isn't removed.
 */
export function reasonChange(id: number, reason: CommentReason | null): SQL {
  return sql`json_object('before', json_object('reason', (select reason from comments where id = ${id})),
    'after', json_object('reason', ${reason}))`
}

/** In SQL, the states of comments that staff can still remove. */
const removable = sql.raw(`('shown', 'held', 'away')`)

export function removeCommentByStaff(
  db: Db,
  id: number,
  { by, reason, onlyIf }: { by: number; reason: CommentReason; onlyIf: Condition },
) {
  return db
    .update(comments)
    .set({ state: 'removed', removedBy: by, reason, isPinned: false })
    .where(and(eq(comments.id, id), sql`state in ${removable}`, onlyIf))
}

/**
 * Shows a comment that was held or removed. If its author is banned or leaving, it becomes `away` until they
 * are back.
 */
export function showComment(db: Db, id: number, from: 'held' | 'removed', now: number, onlyIf: Condition) {
  return db
    .update(comments)
    .set({
      state: sql`iif(${whereAuthorGone(now)}, 'away', 'shown')`,
      heldFor: null,
      removedBy: null,
      reason: null,
    })
    .where(and(eq(comments.id, id), eq(comments.state, from), onlyIf))
    .returning({ id: comments.id })
}

/** Open reports of a comment: all of them, or those up to an ID. */
export interface OpenCommentReports {
  commentId: number
  upTo?: number | undefined
  onlyIf: Condition
}

function whereOpen({ commentId, upTo, onlyIf }: OpenCommentReports): Condition {
  const some = upTo === undefined ? sql`true` : sql`${commentReports.id} <= ${upTo}`
  return condition(
    sql`${commentReports.commentId} = ${commentId} and ${commentReports.status} = 'open' and ${some} and ${onlyIf}`,
  )
}

export function decideCommentReports(
  db: Db,
  which: OpenCommentReports,
  decision: { status: 'upheld' | 'dismissed'; decidedBy: number; decidedAt: number; decisionNote: string },
) {
  return db.update(commentReports).set(decision).where(whereOpen(which))
}

interface Email {
  subject: string
  body: string
}

/**
 * Tells reporters who can be reached, by email and by a notice; in the batch before anything is decided.
 * `left` is the text for a comment that stays, `gone` for a comment removed or deleted in the meantime.
 */
export function tellCommentReporters(
  db: Db,
  which: OpenCommentReports,
  { subject, left, gone }: { subject: string; left: string; gone: string },
  outcomes: { left: NoticeOutcome; gone: NoticeOutcome },
  now: number,
) {
  const there = sql`exists (select 1 from comments c where c.id = ${which.commentId} and c.state in ${removable})`
  const recipient = sql`coalesce(u.email, ${commentReports.email})`
  return [
    insertMails(
      db,
      {
        dedupeKey: sql`'comment-report:' || ${commentReports.id} || ':decided'`,
        subject,
        recipient,
        toComplainant: true,
        leaves: leavesOf('report', sql`u.id`),
        body: filledIn(sql`iif(${there}, ${left}, ${gone})`, {
          name: sql`u.username`,
          number: sql`${commentReports.id}`,
        }),
      },
      now,
      sql`from ${commentReports} left join users u on u.id = ${commentReports.reporterId}
        where ${whereOpen(which)} and ${recipient} is not null
          and (u.id is null or ${whereMailWanted('u', 'report')})`,
    ),
    insertNotices(
      db,
      {
        userId: sql`u.id`,
        kind: 'report',
        outcome: sql`iif(${there}, ${outcomes.left}, ${outcomes.gone})`,
        videoId: sql`(select c.video_id from comments c where c.id = ${which.commentId})`,
      },
      now,
      sql`from ${commentReports} join users u on u.id = ${commentReports.reporterId} where ${whereOpen(which)}`,
    ),
  ] as const
}

/**
 * Tells the author of a comment that staff can still remove, or of a removed one that is restored, in the
 * same way.
 */
export function tellCommentAuthor(
  db: Db,
  id: number,
  act: 'removed' | 'restored',
  { subject, body }: Email,
  { now, onlyIf }: { now: number; onlyIf: Condition },
) {
  const before = act === 'removed' ? removable : sql.raw(`('removed')`)
  const author = sql`from comments c join users u on u.id = c.user_id
    where c.id = ${id} and c.state in ${before} and ${onlyIf}`
  return [
    insertMails(
      db,
      {
        dedupeKey: sql`'comment:' || c.id || ${`:${act}:`} || ${now}`,
        subject,
        recipient: sql`u.email`,
        body: filledIn(body, { name: sql`u.username`, number: sql`c.id`, title: sql`c.body` }),
      },
      now,
      author,
    ),
    insertNotices(
      db,
      { userId: sql`u.id`, kind: 'review', outcome: `comment-${act}`, videoId: sql`c.video_id` },
      now,
      author,
    ),
  ] as const
}

/** The placeholder for the comment's text in an email about it. */
export const commentText = placeholders.title
