import type { AdminReport } from '#contract/schemas/moderation/safety'
import { reportById } from '#db/queries/moderation/reports'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { viewReports } from './list'

/** Returns a report for staff, open or decided. */
export async function getReport(ctx: ServiceContext, id: number): Promise<AdminReport> {
  const [report] = await viewReports(ctx, await reportById(ctx.db, id))
  if (!report) throw notFound('This report')
  return report
}
