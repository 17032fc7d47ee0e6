import type { AdminReport, ReportReceipt } from '#contract/schemas/moderation/safety'
import { can } from '#contract/values/accounts/permissions'
import { reportDueAt } from '#contract/values/moderation/report-clock'
import type { ReportRow } from '#db/queries/moderation/reports'
import { systemReporter } from '#db/queries/videos/holds'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { decisionView, type Found, goneAccount, reversedAt } from '../case-file/look-up'

export async function reportReceipt(ctx: ServiceContext, row: ReportRow): Promise<ReportReceipt> {
  const { code, videoId, videoTitle, reason, status } = row
  return {
    code,
    videoId,
    videoTitle,
    reason,
    status,
    at: isoTime(row.createdAt),
    dueAt: isoTime(reportDueAt(row.createdAt)),
    decision: decisionView(row),
    takenBackAt: status === 'upheld' ? await reversedAt(ctx, row) : null,
  }
}

export function adminReport(
  { actor }: Pick<ServiceContext, 'actor'>,
  row: ReportRow,
  found: Found,
  { openOfVideo, isOfFlood }: Pick<AdminReport, 'openOfVideo' | 'isOfFlood'>,
): AdminReport {
  const { id, code, videoId, videoTitle, ownerId, reason, details, seconds, status } = row
  return {
    id,
    code,
    videoId,
    videoTitle,
    reason,
    details,
    seconds,
    status,
    openOfVideo,
    isOfFlood,
    hasEmail: row.email !== null,
    email: can(actor.role, 'case.readContacts') ? row.email : null,
    at: isoTime(row.createdAt),
    dueAt: isoTime(reportDueAt(row.createdAt)),
    video: found.video(videoId),
    uploader: found.account(ownerId) ?? goneAccount(ownerId),
    reporter: found.account(row.reporterId),
    bySystem: row.reporterKey === systemReporter,
    decidedBy: found.account(row.decidedBy),
    decision: decisionView(row),
  }
}
