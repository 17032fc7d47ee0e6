import type { BulkChange } from '#contract/schemas/moderation/content'
import type { BulkResult } from '#contract/schemas/shared/lists'
import type { UserContext } from '../../context'
import { changeEach, removeVideo, updateVideo } from '../../videos/publishing'
import { approveVideo } from '../review/approve'
import { rejectVideo } from '../review/reject'

/** Applies a change to many videos in turn. */
export function changeMany(ctx: UserContext, change: BulkChange): Promise<BulkResult> {
  return changeEach(ctx, change.ids, (id, at) => changeOne(ctx, id, change, change.revisions?.[at]))
}

async function changeOne(
  ctx: UserContext,
  id: number,
  { action, reason, note }: BulkChange,
  revision: number | undefined,
): Promise<unknown> {
  switch (action) {
    case 'approve':
      return approveVideo(ctx, id, { revision })
    case 'reject':
      return rejectVideo(ctx, id, { reason, note, revision })
    case 'public':
    case 'private':
      return updateVideo(ctx, id, { isPublic: action === 'public' })
    case 'premium':
    case 'free':
      return updateVideo(ctx, id, { isPremium: action === 'premium' })
    case 'delete':
      return removeVideo(ctx, id)
  }
}
