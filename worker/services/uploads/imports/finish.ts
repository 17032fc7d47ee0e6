import { type ImportRow, markImportDone } from '../../../../db/queries/uploads/imports'
import type { ServiceContext } from '../../context'
import { abandonUpload, completeUpload } from '../uploads'
import { attachImport } from './attach'

/** All bytes are there: looks at the file as at any upload, and hands it to whoever waits for it. Safe to repeat. */
export async function finishImport(ctx: ServiceContext, row: ImportRow): Promise<void> {
  const { uploadId, userId, videoId } = row
  if (!uploadId) throw new Error('An import without an upload is finished.')
  // What goes to the editor is repaired there, and can't be published as it is.
  await completeUpload(ctx, userId, uploadId, videoId === null ? 'edit' : 'publish')
  if (videoId !== null) return attachImport(ctx, { ...row, uploadId, videoId })
  const [done] = await markImportDone(ctx.db, row.id)
  // Cancelled while the file was looked at.
  if (!done) await abandonUpload(ctx, userId, uploadId)
}
