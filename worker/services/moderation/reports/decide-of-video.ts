import type { Condition } from '#db/conditions'
import {
  type Decision,
  decideOpenReports,
  mailReporters,
  notifyReporters,
  type OpenReports,
} from '#db/queries/moderation/reports'
import type { ServiceContext } from '../../context'
import { reporterEmail } from './emails'

/**
 * Decides a video's open reports, all or those up to a given one or from one network, and tells the reporters. Returns statements for
 * a batch, to run after those that take the video down; the last one returns the reports.
 */
export function decideReportsOf(
  ctx: ServiceContext,
  videoId: number,
  { upTo, from, ...decision }: Pick<Decision, 'status' | 'decisionNote'> & Omit<OpenReports, 'videoId'>,
  onlyIf: Condition,
) {
  const { actor, db, now } = ctx
  const whole = { ...decision, decidedBy: actor.kind === 'user' ? actor.id : null, decidedAt: now }
  const which = { videoId, upTo, from }
  return [
    mailReporters(db, which, reporterEmail(ctx, decision), now, onlyIf),
    notifyReporters(db, which, decision.status, now, onlyIf),
    decideOpenReports(db, which, whole, onlyIf),
  ] as const
}
