import { type ImportRow, markImportDone } from '#db/queries/uploads/imports'
import type { ServiceContext } from '../../context'
import { abandonUpload } from '../transfer/abandon'
import { completeUpload } from '../transfer/complete'
import { attachImport } from './attach'

/** Checks the complete file like any upload, and hands it to its editor or video. Safe to repeat. */
export async function finishImport(ctx: ServiceContext, row: ImportRow): Promise<void> {
  const { uploadId, userId, videoId } = row
  if (!uploadId) throw new Error('An import without an upload is finished.')
  // A file for the editor is repaired there and can't be published unchanged.
  await completeUpload(ctx, userId, uploadId, videoId === null ? 'edit' : 'publish')
  if (videoId !== null) return attachImport(ctx, { ...row, uploadId, videoId })
  const [done] = await markImportDone(ctx.db, row.id)
  // Cancelled while the file was being checked.
  if (!done) await abandonUpload(ctx, userId, uploadId)
}
