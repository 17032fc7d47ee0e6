import { batchNamed } from '#db/batch-named'
import { deleteTraces } from '#db/queries/videos/publishing/publish'
import { ownVideoState, restoreVideoRow, whereDeletableFromTrash } from '#db/queries/videos/publishing/trash'
import { deleteVideo } from '#db/queries/videos/video'
import { AppError, videoNotFound } from '#worker/errors'
import type { ServiceContext, UserContext } from '../../context'
import { enqueuePrune } from '../../shared/objects'
import { keptAsEvidence } from '../model/find'
import { filesGo } from './remove'

/**
 * Restores a deleted video of one's own as private, pending or rejected. A video that isn't in the trash
 * stays as it is, and one that moderation removed meanwhile stays removed.
 */
export async function restoreFromTrash({ actor, db, now }: UserContext, id: number): Promise<void> {
  const restored = await restoreVideoRow(db, id, actor.id, now)
  if (restored.length > 0) return
  const [own] = await ownVideoState(db, id, actor.id)
  if (!own) throw videoNotFound()
  if (own.hold === 'removed')
    throw new AppError('conflict', "This video was removed by our moderators, so it can't be restored.")
}

/** Deletes an own video from the trash before its time, for good. Evidence in a case is kept. */
export async function deleteFromTrash(ctx: UserContext, id: number): Promise<void> {
  const { actor, db, now } = ctx
  if (await deleteTrashed(ctx, { id, userId: actor.id }, now)) return ctx.defer(enqueuePrune(ctx))
  const [own] = await ownVideoState(db, id, actor.id)
  if (!own) throw videoNotFound()
  if (own.hold === null) throw new AppError('conflict', "This video isn't deleted. Reload to see its status.")
  throw keptAsEvidence()
}

/** Deletes a video that has been in the trash since before a time; returns whether it did. */
export async function deleteTrashed(
  ctx: ServiceContext,
  video: { id: number; userId: number },
  trashedBefore: number,
): Promise<boolean> {
  const { db } = ctx
  const onlyIf = whereDeletableFromTrash(video, trashedBefore)
  const { deleted } = await batchNamed(db, [
    ...filesGo(ctx, video.id, onlyIf),
    { deleted: deleteVideo(db, video, onlyIf) },
    ...deleteTraces(db, video.id),
  ])
  return deleted.length > 0
}
