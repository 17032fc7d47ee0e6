import { batchNamed } from '#db/batch-named'
import { always } from '#db/conditions'
import {
  cancelUpload,
  deleteParts,
  deleteUnusedUpload,
  deleteUpload,
  markUnusedForDeletion,
  type UploadRow,
} from '#db/queries/uploads/upload'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { deleteObjects } from '../../shared/objects'
import { beingFinished, completionMs, findUpload } from './find'

/** Cancels an upload, or discards a finished one without a video. An unknown one counts as abandoned. */
export async function abandonUpload(ctx: ServiceContext, userId: number, id: string): Promise<void> {
  const found = await findUpload(ctx, userId, id)
  if (!found) return
  const { upload } = found
  if (upload.status === 'failed') return deleteUploadFiles(ctx, upload)
  if (upload.status === 'done' || upload.status === 'fetched') {
    if (await deleteFinished(ctx, upload)) return
    throw ofVideo()
  }
  if (upload.status === 'used') throw ofVideo()

  const staleAt = ctx.now - completionMs(upload)
  const [cancelled] = await cancelUpload(ctx.db, id, userId, staleAt, 'This upload was cancelled.')
  if (!cancelled) throw beingFinished()
  await deleteUploadFiles(ctx, cancelled)
}

function ofVideo(): AppError {
  return new AppError('conflict', 'This file belongs to a video.')
}

/** Removes everything that a failed upload may have left, then its row; cron repeats it after a crash. */
export async function deleteUploadFiles(ctx: ServiceContext, upload: UploadRow): Promise<void> {
  await ctx.media.abort(upload.objectKey, upload.r2UploadId)
  await deleteObjects(ctx, [upload.objectKey])
  await ctx.db.batch([deleteParts(ctx.db, upload.id, always), deleteUpload(ctx.db, upload.id)])
}

/** Returns whether it was discarded: a video may have taken it, or another request discarded it. */
export async function deleteFinished(ctx: ServiceContext, upload: UploadRow): Promise<boolean> {
  const { dropped } = await batchNamed(ctx.db, [
    markUnusedForDeletion(ctx.db, upload, ctx.now),
    { dropped: deleteUnusedUpload(ctx.db, upload) },
  ])
  if (dropped.length === 0) return false
  await deleteObjects(ctx, [upload.objectKey])
  return true
}
