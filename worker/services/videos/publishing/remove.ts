import { batchNamed } from '#db/batch-named'
import type { Condition } from '#db/conditions'
import { deleteTraces } from '#db/queries/videos/publishing/publish'
import { ownVideoState, trashVideoRow, whereTrashable } from '#db/queries/videos/publishing/trash'
import { deleteVideo, whereDeletable } from '#db/queries/videos/video'
import { markFilesForDeletion, revokeFilesOf } from '#db/queries/videos/video-files'
import { AppError } from '#worker/errors'
import { insistOnRecentPassword } from '../../accounts/sessions'
import type { ServiceContext, UserContext } from '../../context'
import { audited, repeatable } from '../../shared/audit'
import { enqueuePrune } from '../../shared/objects'
import { findEditable, keptAsEvidence, refuseEvidence } from '../model/find'

/**
 * Deletes a video. Its owner can restore it for some days; a deletion by staff is final, so deleting another
 * member's video requires a recently confirmed password. Evidence in a case is kept.
 */
export async function removeVideo(ctx: UserContext, id: number): Promise<void> {
  const [own] = await ownVideoState(ctx.db, id, ctx.actor.id)
  if (own?.hold === 'trash') return
  const act = { action: 'video.delete', subject: 'video', subjectId: id }
  await repeatable(ctx, act, () => remove(ctx, id))
}

async function remove(ctx: UserContext, id: number): Promise<void> {
  const row = await findEditable(ctx, id)
  if (row.userId === ctx.actor.id) return trashVideo(ctx, id)
  insistOnRecentPassword(ctx)
  refuseEvidence(row)
  const act = {
    action: 'video.delete',
    subject: 'video',
    subjectId: id,
    details: { before: { title: row.title, owner: row.userId }, after: null },
  }
  const deletion = { deleted: deleteVideo(ctx.db, row, whereDeletable(id)) }
  const { deleted } = await batchNamed(ctx.db, [
    ...filesGo(ctx, id, whereDeletable(id)),
    ...audited(ctx, deletion, act),
    ...deleteTraces(ctx.db, id),
  ])
  if (deleted.length === 0) {
    // Deleted by another request, or evidence since the check above.
    await findEditable(ctx, id)
    throw keptAsEvidence()
  }
  ctx.defer(enqueuePrune(ctx))
}

/**
 * Moves an own video to the trash: hidden from everyone but staff, with its bytes, until it is restored or
 * pruned. A video that is there already stays as it is.
 */
export async function trashVideo(ctx: UserContext, id: number): Promise<void> {
  const { actor, db, now } = ctx
  const onlyIf = whereTrashable(id, actor.id)
  const { trashed } = await batchNamed(db, [
    revokeFilesOf(db, id, now, { onlyIf }),
    { trashed: trashVideoRow(db, id, now, onlyIf) },
  ])
  if (trashed.length > 0) return
  const [own] = await ownVideoState(db, id, actor.id)
  if (own?.hold === 'trash') return
  const row = await findEditable(ctx, id)
  if (row.userId !== actor.id) throw new AppError('forbidden', 'You can only edit your own videos')
  throw keptAsEvidence()
}

/** Returns the statements that close a video's URLs and mark its files for deletion, before its row goes. */
export function filesGo({ db, now }: ServiceContext, id: number, onlyIf: Condition) {
  return [markFilesForDeletion(db, id, now, { onlyIf }), revokeFilesOf(db, id, now, { onlyIf })] as const
}
