import { batchNamed } from '#db/batch-named'
import { pinComment as pinRow, unpinComment } from '#db/queries/videos/comments'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { commentNotFound } from './find'

/** Pins a comment below one of the account's own videos, in place of the previous one; or unpins it. */
export async function pinComment(ctx: UserContext, id: number, isPinned: boolean): Promise<void> {
  const { actor, db } = ctx
  await enforceLimit(ctx, 'commentChange', String(actor.id))
  const { pinned } = await batchNamed(
    db,
    isPinned ? pinRow(db, id, actor.id) : [{ pinned: unpinComment(db, id, actor.id) }],
  )
  if (pinned.length === 0) throw commentNotFound()
}
