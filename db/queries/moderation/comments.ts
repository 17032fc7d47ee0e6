import { and, asc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { CommentQueue, CommentReason } from '../../../contract/values/moderation/comments'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { commentReports, comments } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'
import { filledIn, insertMails, placeholders, whereMailWanted } from '../shared/mail'

interface NewReport {
  commentId: number
  reporterId: number
  reason: CommentReason
  details: string
  now: number
}

/** Files a report of a shown comment, with what it says now. Nothing while the account has an open one. */
export function insertCommentReport(db: Db, { commentId, reporterId, reason, details, now }: NewReport) {
  return insertFrom(
    db,
    commentReports,
    {
      ...{ commentId: sql`c.id`, ownerId: sql`c.user_id`, body: sql`c.body` },
      ...{ reporterId, reason, details, createdAt: now },
    },
    sql`from comments c where c.id = ${commentId} and c.state = 'shown' and c.user_id <> ${reporterId}`,
  ).onConflictDoNothing()
}

/** Returns a row if the account has an open report of the comment. */
export function openCommentReportOf(db: Db, commentId: number, reporterId: number) {
  return db
    .select({ id: commentReports.id })
    .from(commentReports)
    .where(
      and(
        eq(commentReports.commentId, commentId),
        eq(commentReports.reporterId, reporterId),
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
})

const queues: Record<CommentQueue, { index: string; waits: SQL }> = {
  reported: { index: 'comments_reported', waits: sql`open_reports > 0` },
  held: { index: 'comments_held', waits: sql`state = 'held'` },
}

/** Returns a page of the comments that wait for staff, oldest first. */
export function commentQueuePage(db: Db, queue: CommentQueue, atMost: number, after?: number) {
  const { index, waits } = queues[queue]
  return db
    .select({
      ...columns,
      parentBody: sql<string | null>`(select p.body from comments p where p.id = "comments"."parent_id")`.as(
        'parent_body',
      ),
    })
    .from(indexedBy(comments, index))
    .where(and(waits, after === undefined ? undefined : gt(comments.id, after)))
    .orderBy(asc(comments.id))
    .limit(atMost)
}

export type QueuedComment = Awaited<ReturnType<typeof commentQueuePage>>[number]

/** Returns open reports of the comments, those of each together, up to a number in all. */
export function openReportsOfComments(db: Db, ids: readonly number[], atMost: number) {
  const { commentId, reporterId, ...rest } = expressions(getTableColumns(commentReports))
  return db
    .select({ commentId, reporterId, ...rest })
    .from(indexedBy(commentReports, 'comment_reports_one_open'))
    .where(and(sql`status = 'open'`, inArray(commentId, [...ids])))
    .orderBy(asc(commentId), asc(reporterId))
    .limit(atMost)
}

/** Holds while staff can remove a comment, or uphold what was reported of it. */
export function whereCommentRemovable(id: number): Condition {
  return condition(sql`exists (select 1 from comments c where c.id = ${id}
    and (c.state in ('shown', 'held') or c.open_reports > 0))`)
}

/** Holds while a comment waits for staff. */
export function whereCommentInQueue(id: number): Condition {
  return condition(sql`exists (select 1 from comments c where c.id = ${id}
    and (c.state = 'held' or c.open_reports > 0))`)
}

export function removeCommentByStaff(
  db: Db,
  id: number,
  { by, reason }: { by: number; reason: CommentReason },
) {
  return db
    .update(comments)
    .set({ state: 'removed', removedBy: by, reason, isPinned: false })
    .where(and(eq(comments.id, id), sql`state in ('shown', 'held')`))
}

/** Shows a comment that was held. */
export function releaseComment(db: Db, id: number) {
  return db
    .update(comments)
    .set({ state: 'shown', heldFor: null })
    .where(and(eq(comments.id, id), sql`state = 'held'`))
    .returning({ id: comments.id })
}

/** Open reports of a comment: all of them, or those up to an ID. */
export interface OpenCommentReports {
  commentId: number
  upTo?: number | undefined
}

function whereOpen({ commentId, upTo }: OpenCommentReports): Condition {
  const some = upTo === undefined ? sql`true` : sql`${commentReports.id} <= ${upTo}`
  return condition(
    sql`${commentReports.commentId} = ${commentId} and ${commentReports.status} = 'open' and ${some}`,
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

/** Emails those who reported it; in the batch before their reports are decided. */
export function mailCommentReporters(
  db: Db,
  which: OpenCommentReports,
  { subject, body }: Email,
  now: number,
) {
  return insertMails(
    db,
    {
      ...{ dedupeKey: sql`'comment-report:' || ${commentReports.id} || ':decided'`, subject },
      recipient: sql`u.email`,
      body: filledIn(body, { name: sql`u.username`, number: sql`${commentReports.id}` }),
    },
    now,
    sql`from ${commentReports} join users u on u.id = ${commentReports.reporterId}
      where ${whereOpen(which)} and ${whereMailWanted('u', 'reports')}`,
  )
}

/** Tells the author of a comment that others see, or that is held; in the batch before it is removed. */
export function mailCommentAuthor(
  db: Db,
  id: number,
  { subject, body }: Email,
  { by, now }: { by: number; now: number },
) {
  return insertMails(
    db,
    {
      ...{ dedupeKey: sql`'comment:' || c.id || ':removed:' || ${now}`, subject, recipient: sql`u.email` },
      body: filledIn(body, { name: sql`u.username`, number: sql`c.id`, title: sql`c.body` }),
    },
    now,
    sql`from comments c join users u on u.id = c.user_id
      where c.id = ${id} and c.state in ('shown', 'held') and u.id <> ${by}`,
  )
}

/** Where an email about a comment repeats it. */
export const commentText = placeholders.title
