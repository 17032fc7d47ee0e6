import type { AdminReport, AdminReportQuery } from '#contract/schemas/moderation/safety'
import { networkMs } from '#contract/values/moderation/safety'
import {
  decidedReports,
  openReportCounts,
  openReports,
  type ReportFilter,
  type ReportRow,
  reportsOfFloods,
  reportsOfVideo,
} from '#db/queries/moderation/reports'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page, sparsePage } from '../../shared/pagination'
import { lookUp } from '../case-file/look-up'
import { adminReport } from './view'

/**
 * A video's reports are usually few; for one with very many, a page scans this many rows for each of its own.
 */
const depth = 4

/**
 * Lists a page of reports: open ones oldest first, after grave ones that hid nothing; decided ones, and all reports of one video, newest first.
 */
export async function listReports(
  ctx: ServiceContext,
  { status, reason, videoId, limit, cursor }: AdminReportQuery,
): Promise<Page<AdminReport>> {
  if (videoId === undefined) {
    const [hides, after] = cursor ? decodeCursor(cursor, 'number', 'number') : []
    const filter = { reason, limit: limit + 1, after }
    const rows =
      status === 'open' ? await openRows(ctx, hides === 1, filter) : await decidedReports(ctx.db, filter)
    const { items, nextCursor } = page(rows, limit, (row) => [Number(row.hides), row.id])
    return { items: await viewReports(ctx, items), nextCursor }
  }
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const atMost = depth * limit
  const { items, nextCursor } = sparsePage(await reportsOfVideo(ctx.db, videoId, atMost, after), {
    limit,
    atMost,
    cursorOf: ({ id }) => [id],
    matches: (row) => (row.status === 'open') === (status === 'open') && (!reason || row.reason === reason),
  })
  return { items: await viewReports(ctx, items), nextCursor }
}

/** Returns grave reports that hid nothing, then the others; `past`: the page before ended with one of those. */
async function openRows({ db }: ServiceContext, past: boolean, filter: ReportFilter): Promise<ReportRow[]> {
  if (past) return openReports(db, true, filter)
  const [first, others] = await db.batch([
    openReports(db, false, filter),
    openReports(db, true, { ...filter, after: undefined }),
  ])
  return [...first, ...others].slice(0, filter.limit)
}

export async function viewReports(ctx: ServiceContext, rows: ReportRow[]): Promise<AdminReport[]> {
  const found = await lookUp(ctx, {
    videoIds: rows.map(({ videoId }) => videoId),
    userIds: rows.flatMap(({ ownerId, reporterId, decidedBy }) => [ownerId, reporterId, decidedBy]),
  })
  const waiting = rows.filter(({ status, network }) => status === 'open' && network !== null)
  const ids = waiting.map(({ id }) => id)
  const flood = ids.length > 0 ? await reportsOfFloods(ctx.db, ids, networkMs) : []
  const gone = rows.map(({ videoId }) => videoId).filter((id) => !found.video(id))
  const left = gone.length > 0 ? await openReportCounts(ctx.db, gone) : []
  const leftOf = new Map(left.map(({ videoId, open }) => [videoId, open]))
  return rows.map((row) =>
    adminReport(ctx, row, found, {
      openOfVideo: found.openReports(row.videoId) ?? leftOf.get(row.videoId) ?? 0,
      isOfFlood: flood.some(({ id }) => id === row.id),
    }),
  )
}
