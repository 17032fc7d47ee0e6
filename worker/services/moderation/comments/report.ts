import type { z } from 'zod'
import type { commentReportInput } from '../../../../contract/schemas/moderation/comments'
import { commentMessages } from '../../../../contract/values/videos/comments'
import { batchNamed } from '../../../../db/batch-named'
import { insertCommentReport, openCommentReportOf } from '../../../../db/queries/moderation/comments'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound, findComment } from '../../videos/comments'

/** Reports a comment that the caller can read. One open report for each account; safe to repeat. */
export async function reportComment(
  ctx: UserContext,
  id: number,
  { reason, details }: z.output<typeof commentReportInput>,
  key?: string,
): Promise<void> {
  const { actor, db, now } = ctx
  const { row } = await findComment(ctx, id, key)
  if (row.userId === actor.id) throw new AppError('conflict', commentMessages.own)
  await enforceLimit(ctx, 'report', `user:${actor.id}`)
  const { open } = await batchNamed(db, [
    insertCommentReport(db, { commentId: id, reporterId: actor.id, reason, details, now }),
    { open: openCommentReportOf(db, id, actor.id) },
  ])
  if (open.length === 0) throw commentNotFound()
}
