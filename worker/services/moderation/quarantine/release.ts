import type { Condition } from '#db/conditions'
import { releasedFromQuarantine, releaseFromQuarantine } from '#db/queries/moderation/takedown'
import type { ServiceContext } from '../../context'
import { auditEach } from '../../shared/audit'

/**
 * Ends a quarantine unless another open case requires it: a grave report or request, or a system report.
 * Returns statements for a batch, with the audit record, to follow the decision's.
 */
export function releaseVideo(ctx: ServiceContext, videoId: number, onlyIf: Condition) {
  const { db, now } = ctx
  const { details, rows } = releasedFromQuarantine(videoId, now, onlyIf)
  const act = { action: 'video.release', subject: 'video', subjectId: videoId, details }
  return [auditEach(ctx, act, rows), releaseFromQuarantine(db, videoId, now, onlyIf)] as const
}
