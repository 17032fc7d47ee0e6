import type { BulkChange, BulkResult } from '../../../../contract/schemas/moderation/content'
import { AppError, unexpectedDetail } from '../../../errors'
import { describeError, log } from '../../../log'
import type { UserContext } from '../../context'
import { removeVideo, updateVideo } from '../../videos/videos'
import { approveVideo, rejectVideo } from '../review'

/**
 * Applies a change to many videos in turn. Earlier changes can't be undone, so each succeeds or fails on its
 * own, with a reason.
 */
export async function changeMany(ctx: UserContext, change: BulkChange): Promise<BulkResult> {
  const results: BulkResult = []
  for (const [at, id] of change.ids.entries()) {
    try {
      await changeOne(ctx, id, change, change.revisions?.[at])
      results.push({ id, ok: true })
    } catch (error) {
      results.push({ id, ok: false, detail: reasonOf(ctx, id, error) })
    }
  }
  return results
}

function reasonOf({ requestId }: UserContext, videoId: number, error: unknown): string {
  if (error instanceof AppError) return error.detail
  log('error', 'unexpected', { requestId, videoId, ...describeError(error) })
  return unexpectedDetail
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
