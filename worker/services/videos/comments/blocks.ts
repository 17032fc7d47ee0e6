import type { PageQuery } from '#contract/schemas/shared/lists'
import type { CommentBlock } from '#contract/schemas/videos/comments'
import { commentBlocksMax, commentMessages } from '#contract/values/videos/comments'
import {
  authorToBlock,
  commentBlockPage,
  deleteCommentBlock,
  insertCommentBlock,
} from '#db/queries/videos/comments'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { enforceLimit } from '../../shared/rate-limits'
import { isoTime } from '../../shared/time'
import { commentNotFound } from './find'

/**
 * Keeps the author of a comment below one of the account's videos from commenting on any of them. Their
 * comments stay. The block is made by comment: by account ID, the list of the blocked would name anyone whose
 * ID is guessed. Safe to repeat.
 */
export async function blockCommenter(ctx: UserContext, commentId: number): Promise<void> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'commentChange', String(actor.id))
  await insertCommentBlock(db, actor.id, commentId, now, commentBlocksMax)
  const [author] = await authorToBlock(db, actor.id, commentId)
  if (!author) throw commentNotFound()
  if (!author.isBlocked) throw new AppError('conflict', commentMessages.blocksFull)
}

/** Lets someone comment again, even someone who isn't blocked. */
export async function unblockCommenter(ctx: UserContext, userId: number): Promise<void> {
  await enforceLimit(ctx, 'commentChange', String(ctx.actor.id))
  await deleteCommentBlock(ctx.db, ctx.actor.id, userId)
}

/** Lists the accounts that the account has blocked, latest first. */
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
