import { batchNamed } from '../../../../db/batch-named'
import { deleteTraces } from '../../../../db/queries/videos/publish'
import { markFilesForDeletion, revokeFilesOf } from '../../../../db/queries/videos/video-files'
import { deleteVideo, whereDeletable } from '../../../../db/queries/videos/videos'
import { insistOnRecentPassword } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { audited } from '../../shared/audit'
import { enqueuePrune } from '../../shared/objects'
import { findEditable, keptAsEvidence, refuseEvidence } from './internal'

/**
 * Deletes a video: rows and URLs at once, objects by a job. The objects are marked in the same batch, so a
 * crash before the job loses none. Evidence in a case is kept.
 *
 * Deleting another member's video requires a recently confirmed password, since it can't be undone.
 */
export async function removeVideo(ctx: UserContext, id: number): Promise<void> {
  const { db, now } = ctx
  const row = await findEditable(ctx, id)
  if (row.userId !== ctx.actor.id) insistOnRecentPassword(ctx)
  refuseEvidence(row)
  const onlyIf = whereDeletable(id)
  const act = {
    action: 'video.delete',
    subject: 'video',
    subjectId: id,
    details: { before: { title: row.title, ownerId: row.userId }, after: null },
  }
  const deletion = { deleted: deleteVideo(db, id, row.userId) }
  const { deleted } = await batchNamed(db, [
    markFilesForDeletion(db, id, now, { onlyIf }),
    revokeFilesOf(db, id, now, { onlyIf }),
    ...(row.userId === ctx.actor.id ? ([deletion] as const) : audited(ctx, deletion, act)),
    ...deleteTraces(db, id),
  ])
  if (deleted.length === 0) {
    // Deleted by another request, or evidence since the check above.
    await findEditable(ctx, id)
    throw keptAsEvidence()
  }
  ctx.defer(enqueuePrune(ctx))
}
