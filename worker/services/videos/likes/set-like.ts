import type { LikeState } from '#contract/schemas/videos/video'
import { can } from '#contract/values/accounts/permissions'
import { batchNamed } from '#db/batch-named'
import { addLike, deleteLike } from '#db/queries/videos/library/likes'
import { AppError, videoNotFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findVisible } from '../model/find'

/** Likes a video or removes the like. Safe to repeat; the count changes in the same batch. */
export async function setLike(
  ctx: ServiceContext,
  videoId: number,
  liked: boolean,
  key?: string,
): Promise<LikeState> {
  const { actor, db, now } = ctx
  if (actor.kind !== 'user' || !can(actor.role, 'video.like')) {
    throw new AppError('unauthenticated', 'Please sign in to like videos.')
  }
  await enforceLimit(ctx, 'like', String(actor.id))
  await findVisible(ctx, videoId, key)
  const change = liked ? addLike(db, actor.id, videoId, now) : deleteLike(db, actor.id, videoId, now)
  const { counted } = await batchNamed(db, change)
  const [video] = counted
  if (!video) throw videoNotFound()
  return { liked, likes: video.likes }
}
