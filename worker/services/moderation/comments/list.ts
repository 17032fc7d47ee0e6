import type { AdminComment, AdminCommentsQuery } from '#contract/schemas/moderation/comments'
import { can } from '#contract/values/accounts/permissions'
import { reportDueAt } from '#contract/values/moderation/report-clock'
import {
  commentQueuePage,
  oldestReportsOfComments,
  openReportsOfComments,
  type QueuedComment,
} from '#db/queries/moderation/comments'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { type Found, lookUp } from '../case-file/look-up'

/** Open reports that are shown with a comment in the queue; their number tells how many more there are. */
const reportsShown = 5
/**
 * Reports that a page reads: if one comment has very many, the page's other comments may be shown without
 * theirs.
 */
const reportsRead = 100

/** Lists the comments that wait for staff, oldest first, or those that are removed, newest first. */
export async function listQueuedComments(
  ctx: ServiceContext,
  { queue, limit, cursor }: AdminCommentsQuery,
): Promise<Page<AdminComment>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const rows = await commentQueuePage(ctx.db, queue, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, ({ id }) => [id])
  const reported = items.filter(({ openReports }) => openReports > 0).map(({ id }) => id)
  const [reports, oldest] =
    reported.length > 0
      ? await ctx.db.batch([
          openReportsOfComments(ctx.db, reported, reportsRead),
          oldestReportsOfComments(ctx.db, reported),
        ])
      : [[], []]
  const found = await lookUp(ctx, {
    videoIds: items.map(({ videoId }) => videoId),
    userIds: [...items.map(({ userId }) => userId), ...reports.map(({ reporterId }) => reporterId)],
  })
  const reportsOf = Map.groupBy(reports, ({ commentId }) => commentId)
  const since = new Map(oldest.map(({ commentId, createdAt }) => [commentId, createdAt]))
  const views = items.map((row) => ({
    ...view(ctx, row, (reportsOf.get(row.id) ?? []).slice(0, reportsShown), found),
    dueAt: dueAt(since.get(row.id)),
  }))
  return { items: views, nextCursor }
}

/** Returns who removed a comment: only staff give a reason. */
function remover({ reason }: QueuedComment): AdminComment['removedBy'] {
  return reason === null ? 'uploader' : 'staff'
}

type Reports = Awaited<ReturnType<typeof openReportsOfComments>>

function dueAt(reportedAt: number | null | undefined): string | null {
  return reportedAt == null ? null : isoTime(reportDueAt(reportedAt))
}

function view(
  { actor }: ServiceContext,
  row: QueuedComment,
  reports: Reports,
  found: Found,
): Omit<AdminComment, 'dueAt'> {
  const { id, userId, body, state, heldFor, openReports, videoId, parentBody, reason } = row
  const video = found.video(videoId)
  return {
    id,
    body,
    state,
    heldFor,
    openReports,
    reason,
    at: isoTime(row.createdAt),
    editedAt: isoTimeOrNull(row.editedAt),
    author: found.account(userId),
    repliesTo: parentBody,
    removedBy: state === 'removed' ? remover(row) : null,
    tellsAuthor: userId !== 0 && state !== 'removed',
    video: video && { id: videoId, title: video.title },
    reports: reports.map((each) => ({
      id: each.id,
      reason: each.reason,
      details: each.details,
      body: each.body,
      at: isoTime(each.createdAt),
      reporter: found.account(each.reporterId),
      hasEmail: each.email !== null,
      email: can(actor.role, 'case.readContacts') ? each.email : null,
    })),
  }
}
