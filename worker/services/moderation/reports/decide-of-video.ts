import type { Condition } from '../../../../db/conditions'
import {
  type Decision,
  decideOpenReports,
  mailReporters,
  type OpenReports,
} from '../../../../db/queries/moderation/reports'
import type { ServiceContext } from '../../context'
import { reportersLetter } from './letters'

/**
 * Decides open reports of a video, up to one of them or all, and mails whoever sent them. Answers the statements for a
 * batch, the last of which answers the reports; they stand behind those that take the video down.
 */
export function decideReportsOf(
  ctx: ServiceContext,
  videoId: number,
  { upTo, ...decision }: Pick<Decision, 'status' | 'decisionNote'> & Pick<OpenReports, 'upTo'>,
  onlyIf: Condition,
) {
  const { actor, db, now } = ctx
  const whole = { ...decision, decidedBy: actor.kind === 'user' ? actor.id : null, decidedAt: now }
  const which = { videoId, upTo }
  return [
    mailReporters(db, which, reportersLetter(ctx, decision), now, onlyIf),
    decideOpenReports(db, which, whole, onlyIf),
  ] as const
}
