import { sql } from 'drizzle-orm'
import { batchNamed } from '#db/batch-named'
import {
  deletableAmong,
  deleteImportsOf,
  deleteTracesOnVideosOf,
  deleteUsedUploads,
  deleteVideosAmong,
  failUploadsOf,
  markObjectsForDeletion,
  pendingObjectsOf,
  uploadsIn,
  videosToDelete,
} from '#db/queries/leaving/delete-account'
import { endRemovalsAmong } from '#db/queries/leaving/tombstone'
import { whereNoEvidence } from '#db/queries/videos/holds'
import { deleteTracesOfAll } from '#db/queries/videos/publishing/publish'
import { markFilesOfAllForDeletion, revokeFilesOfAll } from '#db/queries/videos/video-files'
import type { ServiceContext } from '../../context'
import { auditEach } from '../../shared/audit'
import { deleteObjects } from '../../shared/objects'
import { deleteFinished, deleteUploadFiles } from '../../uploads/transfer'

const rowsAtOnce = 500
/** Each video has half a dozen files, whose URLs are revoked and whose objects are marked. */
const videosAtOnce = 50
/** Each upload costs a few R2 requests. */
const uploadsAtOnce = 20
/** R2 can delete ten times as many in one request. */
const objectsAtOnce = 100

/**
 * Erases videos that no case keeps. Other members' traces on them go first, in batches, since a video may
 * have 100,000 likes; then rows, URLs and files.
 */
export async function deleteVideosOf(ctx: ServiceContext, userId: number): Promise<boolean> {
  const { db, now } = ctx
  const traces = await db.batch(deleteTracesOnVideosOf(db, userId, now, rowsAtOnce))
  if (traces.some(({ meta }) => meta.changes >= rowsAtOnce)) return false
  const found = await videosToDelete(db, userId, now, videosAtOnce)
  if (found.length === 0) return true
  const ids = found.map(({ id }) => id)
  const which = deletableAmong(ids, now)
  // A case kept these until its year was over: a later search finds in the log that their files were deleted.
  const held = sql`from videos where id in (${which}) and not ${whereNoEvidence}`
  const act = { action: 'video.delete-files', subject: 'video', subjectId: sql`videos.id` }
  await db.batch([
    markFilesOfAllForDeletion(db, which, now),
    revokeFilesOfAll(db, which, now),
    auditEach(ctx, { ...act, details: { before: { files: 'kept' }, after: { files: 'deleted' } } }, held),
    endRemovalsAmong(db, which, now),
    deleteVideosAmong(db, which),
    ...deleteTracesOfAll(db, ids),
  ])
  return found.length < videosAtOnce
}

/** Erases uploads in any state, and imports. */
export async function deleteTransfersOf(ctx: ServiceContext, userId: number): Promise<boolean> {
  const { db } = ctx
  // First, so that a running import finds its row gone and opens no upload.
  const imported = await deleteImportsOf(db, userId, rowsAtOnce)
  await failUploadsOf(db, userId, 'The account was deleted.')
  const failed = await uploadsIn(db, userId, ['failed'], uploadsAtOnce)
  for (const upload of failed) await deleteUploadFiles(ctx, upload)
  const finished = await uploadsIn(db, userId, ['done', 'fetched'], uploadsAtOnce)
  for (const upload of finished) await deleteFinished(ctx, upload)
  const { used } = await batchNamed(db, deleteUsedUploads(db, userId, rowsAtOnce))
  return (
    failed.length < uploadsAtOnce &&
    finished.length < uploadsAtOnce &&
    used.meta.changes < rowsAtOnce &&
    imported.meta.changes < rowsAtOnce
  )
}

/** Deletes the files here rather than leave them to the prune: the account isn't erased before they are. */
export async function deleteObjectsOf(ctx: ServiceContext, userId: number): Promise<boolean> {
  const { db, now } = ctx
  const pending = await markObjectsForDeletion(db, userId, now, objectsAtOnce)
  const objects = await pendingObjectsOf(db, userId, objectsAtOnce)
  await deleteObjects(
    ctx,
    objects.map(({ key }) => key),
  )
  return pending.meta.changes < objectsAtOnce && objects.length < objectsAtOnce
}
