import type { AdminReport, AdminReportQuery } from '../../../../contract/schemas/moderation/safety'
import {
  openReportCounts,
  type ReportRow,
  reportsOfVideo,
  reportsPage,
} from '../../../../db/queries/moderation/reports'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page, sparsePage } from '../../shared/pagination'
import { lookUp } from '../cases'
import { adminReport } from './view'

/**
 * A video's reports are usually few; for one with very many, a page scans this many rows for each of its own.
 */
const depth = 4

/**
 * Lists a page of reports: open ones oldest first; decided ones, and all reports of one video, newest first.
 */
export async function listReports(
  ctx: ServiceContext,
  { status, reason, videoId, limit, cursor }: AdminReportQuery,
): Promise<Page<AdminReport>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const cursorOf = ({ id }: ReportRow) => [id]
  if (videoId === undefined) {
    const rows = await reportsPage(ctx.db, { status, reason, limit: limit + 1, after })
    const { items, nextCursor } = page(rows, limit, cursorOf)
    return { items: await viewReports(ctx, items), nextCursor }
  }
  const atMost = depth * limit
  const { items, nextCursor } = sparsePage(await reportsOfVideo(ctx.db, videoId, atMost, after), {
    limit,
    atMost,
    cursorOf,
    matches: (row) => (row.status === 'open') === (status === 'open') && (!reason || row.reason === reason),
  })
  return { items: await viewReports(ctx, items), nextCursor }
}

export async function viewReports(ctx: ServiceContext, rows: ReportRow[]): Promise<AdminReport[]> {
  const found = await lookUp(ctx, {
    videoIds: rows.map(({ videoId }) => videoId),
    userIds: rows.flatMap(({ ownerId, reporterId, decidedBy }) => [ownerId, reporterId, decidedBy]),
  })
  const gone = rows.map(({ videoId }) => videoId).filter((id) => !found.video(id))
  const left = gone.length > 0 ? await openReportCounts(ctx.db, gone) : []
  const leftOf = new Map(left.map(({ videoId, open }) => [videoId, open]))
  return rows.map((row) =>
    adminReport(row, found, found.openReports(row.videoId) ?? leftOf.get(row.videoId) ?? 0),
  )
}
