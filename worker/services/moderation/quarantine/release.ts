import type { Condition } from '../../../../db/conditions'
import { releasedFromQuarantine, releaseFromQuarantine } from '../../../../db/queries/moderation/takedown'
import type { ServiceContext } from '../../context'
import { auditEach } from '../../shared/audit'

/**
 * Ends a quarantine, unless another open case holds the video there: a grave report, a grave request, or a report by
 * the system itself. Answers the statements for a batch, the act's record among them, to stand behind those that decide
 * the case.
 */
export function releaseVideo(ctx: ServiceContext, videoId: number, onlyIf: Condition) {
  const { db, now } = ctx
  const { details, rows } = releasedFromQuarantine(videoId, now, onlyIf)
  const act = { action: 'video.release', subject: 'video', subjectId: videoId, details }
  return [auditEach(ctx, act, rows), releaseFromQuarantine(db, videoId, now, onlyIf)] as const
}
