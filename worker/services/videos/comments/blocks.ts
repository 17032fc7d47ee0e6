import type { PageQuery } from '../../../../contract/schemas/shared/lists'
import type { CommentBlock } from '../../../../contract/schemas/videos/comments'
import { commentBlocksMax, commentMessages } from '../../../../contract/values/videos/comments'
import { batchNamed } from '../../../../db/batch-named'
import {
  commentBlockOf,
  commentBlockPage,
  deleteCommentBlock,
  insertCommentBlock,
} from '../../../../db/queries/videos/comments'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { enforceLimit } from '../../shared/rate-limits'
import { isoTime } from '../../shared/time'

/** Keeps someone from commenting on any video of the account. What they wrote stays. Safe to repeat. */
export async function blockCommenter(ctx: UserContext, userId: number): Promise<void> {
  const { actor, db, now } = ctx
  if (userId === actor.id) throw new AppError('conflict', commentMessages.blockYourself)
  await enforceLimit(ctx, 'commentChange', String(actor.id))
  const { blocked } = await batchNamed(db, [
    insertCommentBlock(db, actor.id, userId, now, commentBlocksMax),
    { blocked: commentBlockOf(db, actor.id, userId) },
  ])
  if (blocked.length > 0) return
  const others = await commentBlockPage(db, actor.id, commentBlocksMax)
  if (others.length >= commentBlocksMax) throw new AppError('conflict', commentMessages.blocksFull)
  throw new AppError('not_found', 'This account was deleted.')
}

/** Lets someone comment again; also someone who isn't blocked. */
export async function unblockCommenter(ctx: UserContext, userId: number): Promise<void> {
  await enforceLimit(ctx, 'commentChange', String(ctx.actor.id))
  await deleteCommentBlock(ctx.db, ctx.actor.id, userId)
}

/** Lists whom the account has blocked, the latest first. */
export async function listCommentBlocks(
  ctx: UserContext,
  { limit, cursor }: PageQuery,
): Promise<Page<CommentBlock>> {
  const [blockedAt, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = blockedAt !== undefined && id !== undefined ? { blockedAt, id } : undefined
  const rows = await commentBlockPage(ctx.db, ctx.actor.id, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, (row) => [row.blockedAt, row.id])
  return { items: items.map((row) => ({ ...row, blockedAt: isoTime(row.blockedAt) })), nextCursor }
}
