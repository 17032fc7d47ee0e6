import type { AdminReport, DecideReport } from '#contract/schemas/moderation/safety'
import {
  openReport,
  reportById,
  whereGraveDismissed,
  whereReportDecided,
  whereReportOpen,
  withOpenReports,
} from '#db/queries/moderation/reports'
import { clearFile } from '#db/queries/moderation/takedown'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { releaseVideo } from '../quarantine/release'
import { decideReportsOf } from '../reports/decide-of-video'
import { viewReports } from '../reports/list'
import { afterTakeDown, takeDown } from './take-down'

/**
 * Decides the open reports of this report's video: the video is removed and all are upheld, or it stays. If
 * it stays, reports after the last one `seen` stay open, and a grave one keeps holding the video. When two
 * decide at once, the first wins and the second is told.
 */
export async function decideReport(ctx: UserContext, id: number, input: DecideReport): Promise<AdminReport> {
  const act = {
    action: `report.${input.decision}`,
    subject: 'report',
    subjectId: id,
    reason: input.note,
    details: { upTo: lastSeen(id, input) },
  }
  await repeatable(ctx, act, () => decide(ctx, id, input))
  const [answer] = await viewReports(ctx, await reportById(ctx.db, id))
  if (!answer) throw notFound('This report')
  return answer
}

/** Returns the last report that a dismissal is about. */
function lastSeen(id: number, { decision, seen = id }: DecideReport): number | undefined {
  return decision === 'remove' ? undefined : Math.max(seen, id)
}

async function decide(ctx: UserContext, id: number, input: DecideReport): Promise<void> {
  const { decision, note } = input
  const { actor, db, now } = ctx
  const [report] = await reportById(db, id)
  if (!report) throw notFound('This report')
  const { videoId, reason } = report
  const undecided = whereReportOpen(id)
  const status = decision === 'remove' ? 'upheld' : 'dismissed'
  const upTo = lastSeen(id, input)
  const made = { status, decidedBy: actor.id, decidedAt: now, decisionNote: note } as const
  const act = { action: `report.${decision}`, subject: 'report', subjectId: id, reason: note }
  const change = { videoId, ...(upTo && { upTo }), before: { status: 'open' }, after: { status } }
  const details = withOpenReports(JSON.stringify(change), { videoId, upTo })
  const [[open]] = await db.batch([
    openReport(db, id),
    audit(ctx, { ...act, details }, undecided),
    ...(decision === 'remove' ? takeDown(ctx, { videoId, reason, statement: note }, undecided) : []),
    ...decideReportsOf(ctx, videoId, { status, decisionNote: note, upTo }, undecided),
    ...(decision === 'dismiss'
      ? [
          ...releaseVideo(ctx, videoId, whereReportDecided(id, made)),
          clearFile(db, videoId, whereGraveDismissed(videoId, made)),
        ]
      : []),
  ])
  if (!open) throw new AppError('conflict', 'This report has already been decided.')
  ctx.defer(decision === 'remove' ? afterTakeDown(ctx, videoId) : kickMail(ctx))
}
