import type { Comment, WriteComment } from '#contract/schemas/videos/comments'
import { commentMessages } from '#contract/values/videos/comments'
import { batchNamed } from '#db/batch-named'
import {
  type CommentRow,
  commentBlockOf,
  commentById,
  commentSentBefore,
  insertComment,
} from '#db/queries/videos/comments'
import type { VideoRow } from '#db/queries/videos/video'
import { AppError } from '#worker/errors'
import { areCommentsOpen } from '#worker/policy/comments'
import type { UserContext } from '../../context'
import { enforceLimits } from '../../shared/rate-limits'
import { repeatMs } from '../../shared/time'
import { findVisible } from '../model/find'
import { commentNotFound, readerOf } from './find'
import { heldFor } from './held-for'
import { commentView, isReadable } from './view'
import { commentsOff, insistOnWriter } from './writer'

/** Writes a comment on a video, or a reply. A reply to a reply answers the comment above both. */
export async function writeComment(
  ctx: UserContext,
  videoId: number,
  { body, parentId }: WriteComment,
  key?: string,
): Promise<Comment> {
  const { actor, db, now } = ctx
  const video = await findVisible(ctx, videoId, key)
  if (!areCommentsOpen(ctx.settings, video)) throw commentsOff()
  insistOnWriter(ctx)
  if (parentId !== undefined) await insistOnShown(ctx, video, parentId)
  await enforceLimits(ctx, [
    { action: 'comment', key: String(actor.id) },
    { action: 'commentDay', key: String(actor.id) },
  ])
  const row = {
    videoId,
    userId: actor.id,
    repliesTo: parentId ?? null,
    body,
    heldFor: heldFor(ctx, body),
    now,
  }
  // The same words in the same place are the same comment, sent again.
  const since = now - repeatMs
  const { written, before } = await batchNamed(db, [
    { written: insertComment(db, row, since) },
    { before: commentSentBefore(db, row, since) },
  ])
  const [added] = [...written, ...before]
  const [found] = added ? await commentById(db, readerOf(ctx), added.id) : []
  if (!found) throw await refusal(ctx, video)
  return commentView(ctx, found, video.userId)
}

/** Throws for a reply to a comment that isn't shown there. */
async function insistOnShown(ctx: UserContext, { id: videoId }: VideoRow, id: number): Promise<void> {
  const [row]: CommentRow[] = await commentById(ctx.db, readerOf(ctx), id)
  if (row?.videoId !== videoId || row.state !== 'shown' || !isReadable(ctx, row)) throw commentNotFound()
}

/** Returns why nothing was written: a block, comments just turned off, or a comment just removed. */
async function refusal({ actor, db }: UserContext, { userId }: VideoRow): Promise<AppError> {
  const [block] = await commentBlockOf(db, userId, actor.id)
  if (block) return new AppError('forbidden', commentMessages.blocked)
  return new AppError('conflict', 'Something was just changed here. Reload and try again.')
}
