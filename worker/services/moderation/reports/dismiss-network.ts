import type { DismissNetwork, NetworkDismissed } from '#contract/schemas/moderation/safety'
import { networkMs } from '#contract/values/moderation/safety'
import {
  reportById,
  videosReportedFrom,
  whereReportDecided,
  whereReportOpen,
  withOpenReports,
} from '#db/queries/moderation/reports'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { releaseVideo } from '../quarantine/release'
import { decideReportsOf } from './decide-of-video'

/** Videos of one request; each is a batch of its own. */
const videosAtMost = 50

/**
 * Dismisses the open reports without an account that came from a report's network within an hour of it, and ends the quarantines
 * that nothing else holds. Nobody has looked at the videos by this, so a later grave report hides them again,
 * unlike after the dismissal of a single case. A run that is cut off leaves whole videos, and goes on when repeated.
 */
export async function dismissNetwork(
  ctx: UserContext,
  id: number,
  { note }: DismissNetwork,
): Promise<NetworkDismissed> {
  const { actor, db, now } = ctx
  const [report] = await reportById(db, id)
  if (!report) throw notFound('This report')
  const { network, createdAt } = report
  if (network === null) {
    throw new AppError('conflict', 'The site reported this itself, so there is no network to go by.')
  }
  const from = { network, since: createdAt - networkMs, until: createdAt + networkMs }
  const found = await videosReportedFrom(db, from, videosAtMost + 1)
  const dismissed = found.slice(0, videosAtMost)
  for (const { videoId, reportId } of dismissed) {
    const which = { videoId, from }
    const made = { status: 'dismissed', decidedBy: actor.id, decidedAt: now, decisionNote: note } as const
    const change = { videoId, network: true, before: { status: 'open' }, after: { status: made.status } }
    const act = { action: 'report.dismiss', subject: 'report', subjectId: reportId, reason: note }
    const undecided = whereReportOpen(reportId)
    await db.batch([
      audit(ctx, { ...act, details: withOpenReports(JSON.stringify(change), which) }, undecided),
      ...decideReportsOf(ctx, videoId, { status: made.status, decisionNote: note, from }, undecided),
      ...releaseVideo(ctx, videoId, whereReportDecided(reportId, made)),
    ])
  }
  ctx.defer(kickMail(ctx))
  return {
    reports: dismissed.reduce((sum, { open }) => sum + open, 0),
    videos: dismissed.length,
    hasMore: found.length > dismissed.length,
  }
}
