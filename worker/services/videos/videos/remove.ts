import { batchNamed } from '../../../../db/batch-named'
import { deleteTraces } from '../../../../db/queries/videos/publish'
import { doomFilesOf, revokeFilesOf } from '../../../../db/queries/videos/video-files'
import { deleteVideo, whereDeletable } from '../../../../db/queries/videos/videos'
import { insistOnRecentPassword } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { audited } from '../../shared/audit'
import { enqueueSweep } from '../../shared/objects'
import { findEditable, keptAsEvidence, refuseEvidence } from './internal'

/**
 * Deletes a video: its rows and its addresses at once, its objects by a job. The objects are marked in the same batch,
 * so that a crash before the job leaves nothing that the next one wouldn't find. What a case needs as evidence stays.
 * Whoever deletes what is somebody else's typed their password a short while ago: nothing brings it back.
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
    doomFilesOf(db, id, now, { onlyIf }),
    revokeFilesOf(db, id, now, { onlyIf }),
    ...(row.userId === ctx.actor.id ? ([deletion] as const) : audited(ctx, deletion, act)),
    ...deleteTraces(db, id),
  ])
  if (deleted.length === 0) {
    // Deleted by somebody else, or it is evidence since the look above.
    await findEditable(ctx, id)
    throw keptAsEvidence()
  }
  ctx.defer(enqueueSweep(ctx))
}
