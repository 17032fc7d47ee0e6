import type { ReportReceipt } from '#contract/schemas/moderation/safety'
import { readReportCode } from '#contract/values/moderation/report-code'
import { reportByCode } from '#db/queries/moderation/reports'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { reportReceipt } from './view'

/** Returns the status of a report to anyone with its receipt code. */
export async function getReceipt(ctx: ServiceContext, text: string): Promise<ReportReceipt> {
  const code = readReportCode(text)
  const [row] = code ? await reportByCode(ctx.db, code) : []
  if (!row) throw notFound('This report')
  return reportReceipt(ctx, row)
}
