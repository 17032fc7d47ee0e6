import type { CommentLikeState } from '#contract/schemas/videos/comments'
import { batchNamed } from '#db/batch-named'
import { addCommentLike, deleteCommentLike, likesOfComment } from '#db/queries/videos/comments'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound, findComment } from './find'

/** Likes a shown comment, or removes the like. Safe to repeat. */
export async function likeComment(
  ctx: UserContext,
  id: number,
  liked: boolean,
  key?: string,
): Promise<CommentLikeState> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'commentLike', String(actor.id))
  const { row } = await findComment(ctx, id, key)
  if (row.state !== 'shown' || row.isAuthorGone) throw commentNotFound()
  const { counted } = await batchNamed(db, [
    liked ? addCommentLike(db, id, actor.id, now) : deleteCommentLike(db, id, actor.id),
    { counted: likesOfComment(db, id) },
  ])
  const [found] = counted
  if (!found) throw commentNotFound()
  return { liked, likes: found.likes }
}
