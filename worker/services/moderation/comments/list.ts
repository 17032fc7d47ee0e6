import type { AdminComment, AdminCommentsQuery } from '../../../../contract/schemas/moderation/comments'
import {
  commentQueuePage,
  openReportsOfComments,
  type QueuedComment,
} from '../../../../db/queries/moderation/comments'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Open reports that a comment in the queue shows; their number says how many more there are. */
const reportsShown = 5

/** Lists the comments that wait for staff, oldest first. */
export async function listQueuedComments(
  { db }: ServiceContext,
  { queue, limit, cursor }: AdminCommentsQuery,
): Promise<Page<AdminComment>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const { items, nextCursor } = page(await commentQueuePage(db, queue, limit + 1, after), limit, ({ id }) => [
    id,
  ])
  const reported = items.filter(({ openReports }) => openReports > 0).map(({ id }) => id)
  const reports = reported.length > 0 ? await openReportsOfComments(db, reported, reportsShown) : []
  const reportsOf = Map.groupBy(reports, ({ commentId }) => commentId)
  return { items: items.map((row) => view(row, reportsOf.get(row.id) ?? [])), nextCursor }
}

type Reports = Awaited<ReturnType<typeof openReportsOfComments>>

function view(row: QueuedComment, reports: Reports): AdminComment {
  const { id, userId, username, body, state, heldFor, openReports, videoId, title } = row
  return {
    ...{ id, body, state, heldFor, openReports },
    at: isoTime(row.createdAt),
    editedAt: isoTimeOrNull(row.editedAt),
    author: username === null ? null : { id: userId, username },
    repliesTo: row.parentBody,
    video: title === null ? null : { id: videoId, title },
    reports: reports.map((each) => ({
      ...{ id: each.id, reason: each.reason, details: each.details, body: each.body },
      at: isoTime(each.createdAt),
      reporter:
        each.reporterId === null || each.username === null
          ? null
          : { id: each.reporterId, username: each.username },
    })),
  }
}
