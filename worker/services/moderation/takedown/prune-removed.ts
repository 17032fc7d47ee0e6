import {
  deleteRemovedVideo,
  markFilesDeleted,
  removalsKeptLongEnough,
  whereFilesDeletable,
} from '#db/queries/moderation/prune-removed'
import { deleteTraces } from '#db/queries/videos/publishing/publish'
import { markFilesForDeletion, revokeFilesOf } from '#db/queries/videos/video-files'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { enqueuePrune } from '../../shared/objects'

const atOnce = 50

/**
 * Deletes removed videos after their retention period, with rows and objects. The removal, reports, hashes
 * and audit log stay.
 */
export async function pruneRemoved(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  const over = await removalsKeptLongEnough(db, now, atOnce)
  for (const { id, videoId } of over) {
    const onlyIf = whereFilesDeletable(id, now)
    const act = { action: 'video.delete-files', subject: 'video', subjectId: videoId }
    const details = { removalId: id, before: { files: 'kept' }, after: { files: 'deleted' } }
    await db.batch([
      markFilesForDeletion(db, videoId, now, { onlyIf }),
      revokeFilesOf(db, videoId, now, { onlyIf }),
      audit(ctx, { ...act, details }, onlyIf),
      deleteRemovedVideo(db, videoId, onlyIf),
      ...deleteTraces(db, videoId),
      markFilesDeleted(db, id, now, onlyIf),
    ])
  }
  if (over.length > 0) await enqueuePrune(ctx)
}
