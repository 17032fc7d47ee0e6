import type { z } from 'zod'
import type { commentReportInput } from '#contract/schemas/moderation/comments'
import { commentMessages } from '#contract/values/videos/comments'
import { batchNamed } from '#db/batch-named'
import { insertCommentReport, openCommentReportOf } from '#db/queries/moderation/comments'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound, findComment } from '../../videos/comments'
import { commentReporterKey, giveBackReport, reporterAddress, reportLimitKey } from '../reports/reporter'

/** Reports a comment that the caller can read. One open report for each reporter; safe to repeat. */
export async function reportComment(
  ctx: ServiceContext,
  id: number,
  { reason, details, email: typed }: z.output<typeof commentReportInput>,
  key?: string,
): Promise<void> {
  const { actor, db, now } = ctx
  const { row } = await findComment(ctx, id, key)
  const reporterId = actor.kind === 'user' ? actor.id : null
  if (row.userId === reporterId) throw new AppError('conflict', commentMessages.own)
  const person = commentReporterKey(ctx, reason)
  const [earlier] = await openCommentReportOf(db, id, person)
  if (earlier) return
  await enforceLimit(ctx, 'report', reportLimitKey(ctx))
  const email = await reporterAddress(ctx, typed)
  const { open } = await batchNamed(db, [
    insertCommentReport(db, { commentId: id, reporterId, reporterKey: person, email, reason, details, now }),
    { open: openCommentReportOf(db, id, person) },
  ])
  if (open.length > 0) return
  // Removed or deleted in between.
  await giveBackReport(ctx, typed)
  throw commentNotFound()
}
