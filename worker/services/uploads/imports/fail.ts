import {
  explainFailedReplacement,
  failIncompleteVideo,
  type ImportRow,
  markImportFailed,
} from '#db/queries/uploads/imports'
import { AppError } from '#worker/errors'
import { log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { abandonUpload } from '../transfer/abandon'

/** Ends an import with a message for its owner, and fails the video that lacks the file. */
export async function failImport(ctx: ServiceContext, row: ImportRow, sentence: string): Promise<void> {
  const { db } = ctx
  const ofVideo =
    row.videoId === null
      ? []
      : [explainFailedReplacement(db, row.videoId, sentence), failIncompleteVideo(db, row.videoId)]
  await db.batch([markImportFailed(db, row.id, sentence), ...ofVideo])
  log('info', 'import.failed', { importId: row.id, reason: sentence })
  if (row.uploadId) await letGo(ctx, row.userId, row.uploadId)
}

/**
 * Abandons the upload. One being completed can't be abandoned: it is pruned after two days, like any unused one.
 */
export async function letGo(ctx: ServiceContext, userId: number, uploadId: string): Promise<void> {
  try {
    await abandonUpload(ctx, userId, uploadId)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
}
