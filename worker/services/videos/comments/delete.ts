import { batchNamed } from '#db/batch-named'
import { commentRemover, deleteOwnComment, removeCommentUnderOwn } from '#db/queries/videos/comments'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound } from './find'

/** Deletes the account's own comment, or removes someone's below one of its own videos. */
export async function deleteComment(ctx: UserContext, id: number): Promise<void> {
  const { actor, db } = ctx
  await enforceLimit(ctx, 'commentChange', String(actor.id))
  const { emptied, deleted, removed } = await batchNamed(db, [
    ...deleteOwnComment(db, id, actor.id),
    { removed: removeCommentUnderOwn(db, id, actor.id) },
  ])
  if (emptied.length + deleted.length + removed.length > 0) return
  const [row] = await commentRemover(db, id)
  if (row?.removedBy !== actor.id) throw commentNotFound()
}
