import type { Comment, EditComment } from '../../../../contract/schemas/videos/comments'
import { commentMessages } from '../../../../contract/values/videos/comments'
import { batchNamed } from '../../../../db/batch-named'
import { editComment as changeRow, commentById } from '../../../../db/queries/videos/comments'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound, findComment, readerOf } from './find'
import { heldFor } from './held-for'
import { commentView } from './view'
import { insistOnWriter } from './writer'

/** Changes the account's own comment within its time. What it says now decides whether it waits for staff. */
export async function editComment(
  ctx: UserContext,
  id: number,
  { body }: EditComment,
  key?: string,
): Promise<Comment> {
  const { actor, db, now } = ctx
  const { row, video } = await findComment(ctx, id, key)
  if (row.userId !== actor.id) throw commentNotFound()
  insistOnWriter(ctx)
  await enforceLimit(ctx, 'commentChange', String(actor.id))
  const change = { id, userId: actor.id, body, heldFor: heldFor(ctx, body), now }
  const { edited } = await batchNamed(db, [{ edited: changeRow(db, change) }])
  if (edited.length === 0) throw new AppError('conflict', commentMessages.tooLate)
  const [found] = await commentById(db, readerOf(ctx), id)
  if (!found) throw commentNotFound()
  return commentView(ctx, found, video.userId)
}
