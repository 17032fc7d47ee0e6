import type { Comment, EditComment } from '#contract/schemas/videos/comments'
import { commentEditMs, commentMessages } from '#contract/values/videos/comments'
import { batchNamed } from '#db/batch-named'
import { editComment as changeRow, commentBlockOf, commentById } from '#db/queries/videos/comments'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound, findComment, readerOf } from './find'
import { heldFor } from './held-for'
import { commentView, isReadable } from './view'
import { commentsOff, insistOnWriter } from './writer'

/** Changes the account's own comment within its time. The new text decides whether it waits for staff. */
export async function editComment(
  ctx: UserContext,
  id: number,
  { body }: EditComment,
  key?: string,
): Promise<Comment> {
  const { actor, db, now } = ctx
  const { row, video } = await findComment(ctx, id, key)
  if (row.userId !== actor.id || !isReadable(ctx, row)) throw commentNotFound()
  insistOnWriter(ctx)
  await enforceLimit(ctx, 'commentChange', String(actor.id))
  const change = { id, userId: actor.id, body, heldFor: heldFor(ctx, body), now }
  const { edited } = await batchNamed(db, [{ edited: changeRow(db, change) }])
  if (edited.length === 0) throw await refusal(ctx, id, video.userId)
  const [found] = await commentById(db, readerOf(ctx), id)
  if (!found) throw commentNotFound()
  return commentView(ctx, found, video.userId)
}

/** Returns why nothing was changed: a block, the end of the time, comments just turned off, or a removal. */
async function refusal(ctx: UserContext, id: number, uploaderId: number): Promise<AppError> {
  const { actor, db, now } = ctx
  const [block] = await commentBlockOf(db, uploaderId, actor.id)
  if (block) return new AppError('forbidden', commentMessages.blocked)
  const [row] = await commentById(db, readerOf(ctx), id)
  if (!row || !isReadable(ctx, row)) return commentNotFound()
  if (row.createdAt <= now - commentEditMs) return new AppError('conflict', commentMessages.tooLate)
  return commentsOff()
}
