import { batchNamed } from '../../../../db/batch-named'
import {
  cancelUpload,
  deleteParts,
  deleteUnusedUpload,
  deleteUpload,
  doomUnusedObject,
  type UploadRow,
} from '../../../../db/queries/uploads/uploads'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'
import { removeDoomed } from '../../shared/objects'
import { completionMs, findUpload } from './internal'

/** Cancels an upload or throws away a finished one that no video uses. An unknown one is abandoned already. */
export async function abandonUpload(ctx: ServiceContext, userId: number, id: string): Promise<void> {
  const found = await findUpload(ctx, userId, id)
  if (!found) return
  const { upload } = found
  if (upload.status === 'failed') return clearUpload(ctx, upload)
  if (upload.status === 'done' || upload.status === 'fetched') {
    if (await dropFinished(ctx, upload)) return
    throw ofVideo()
  }
  if (upload.status === 'used') throw ofVideo()

  const staleAt = ctx.now - completionMs
  const [cancelled] = await cancelUpload(ctx.db, id, userId, staleAt, 'This upload was cancelled.')
  if (!cancelled) throw new AppError('conflict', 'This upload is being finished.', { retryAfter: 2 })
  await clearUpload(ctx, cancelled)
}

function ofVideo(): AppError {
  return new AppError('conflict', 'This file belongs to a video.')
}

/** Removes all that a failed upload may have left, then its row: repeated by the cron after a crash in between. */
export async function clearUpload(ctx: ServiceContext, upload: UploadRow): Promise<void> {
  await ctx.media.abort(upload.objectKey, upload.r2UploadId)
  await removeDoomed(ctx, [upload.objectKey])
  await ctx.db.batch([deleteParts(ctx.db, upload.id), deleteUpload(ctx.db, upload.id)])
}

/** Answers whether it did: a video may have taken it in the meantime, or somebody else dropped it. */
export async function dropFinished(ctx: ServiceContext, upload: UploadRow): Promise<boolean> {
  const { dropped } = await batchNamed(ctx.db, [
    doomUnusedObject(ctx.db, upload, ctx.now),
    { dropped: deleteUnusedUpload(ctx.db, upload) },
  ])
  if (dropped.length === 0) return false
  await removeDoomed(ctx, [upload.objectKey])
  return true
}
