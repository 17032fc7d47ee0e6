import { deleteTraces, videoIsThere } from '../../../db/queries/publish'
import { doomFilesOf, revokeFilesOf } from '../../../db/queries/video-files'
import { deleteVideo } from '../../../db/queries/videos'
import { audit } from '../audit'
import type { UserContext } from '../context'
import { enqueueSweep } from '../objects'
import { findEditable } from './internal'

/**
 * Deletes a video: its rows and its addresses at once, its objects by a job. The objects are marked in the same batch,
 * so that a crash before the job leaves nothing that the next one wouldn't find.
 */
export async function removeVideo(ctx: UserContext, id: number): Promise<void> {
  const row = await findEditable(ctx, id)
  const act = { action: 'video.delete', subject: 'video', subjectId: id, details: { title: row.title } }
  await ctx.db.batch([
    doomFilesOf(ctx.db, id, ctx.now),
    revokeFilesOf(ctx.db, id, ctx.now),
    ...(row.userId === ctx.actor.id ? [] : [audit(ctx, act, videoIsThere(id))]),
    deleteVideo(ctx.db, id, row.userId),
    ...deleteTraces(ctx.db, id),
  ])
  ctx.defer(enqueueSweep(ctx))
}
