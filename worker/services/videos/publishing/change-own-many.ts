import type { BulkResult } from '#contract/schemas/shared/lists'
import type { OwnBulk, UpdateVideo } from '#contract/schemas/videos/video'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findEditable } from '../model/find'
import { changeEach } from './change-each'
import { trashVideo } from './remove'
import { deleteFromTrash, restoreFromTrash } from './trash'
import { updateVideo } from './update'

/** Applies a change to many of the account's own videos, each under the same rules as a single change. */
export async function changeOwnMany(ctx: UserContext, change: OwnBulk): Promise<BulkResult> {
  await enforceLimit(ctx, 'bulkChange', String(ctx.actor.id))
  return changeEach(ctx, [...new Set(change.ids)], (id) => changeOne(ctx, id, change))
}

async function changeOne(ctx: UserContext, id: number, { action, categoryId }: OwnBulk): Promise<unknown> {
  switch (action) {
    case 'public':
    case 'unlisted':
    case 'private':
      return updateOwn(ctx, id, { visibility: action })
    case 'premium':
    case 'free':
      return updateOwn(ctx, id, { isPremium: action === 'premium' })
    case 'category':
      return updateOwn(ctx, id, { categoryId })
    case 'delete':
      return trashVideo(ctx, id)
    case 'restore':
      return restoreFromTrash(ctx, id)
    case 'delete-for-good':
      return deleteFromTrash(ctx, id)
  }
}

/** My Videos covers only the account's own videos, for staff too. */
async function updateOwn(ctx: UserContext, id: number, change: UpdateVideo): Promise<unknown> {
  const { userId } = await findEditable(ctx, id)
  if (userId !== ctx.actor.id) throw new AppError('forbidden', 'You can only edit your own videos')
  return updateVideo(ctx, id, change)
}
