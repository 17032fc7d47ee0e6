import { can } from '../../../contract/values/permissions'
import { deleteTraces, doomUnreferenced } from '../../../db/queries/publish'
import { revokeObject } from '../../../db/queries/revocations'
import { deleteVideo } from '../../../db/queries/videos'
import { audit } from '../audit'
import type { UserContext } from '../context'
import { findEditable } from './internal'

/**
 * Deletes a video: its rows and its addresses at once, its objects by a job. The objects are marked in the same batch,
 * so that a crash before the job leaves nothing that the next one wouldn't find.
 */
export async function removeVideo(ctx: UserContext, id: number): Promise<void> {
  const row = await findEditable(ctx, id)
  const keys = [row.sourceKey, row.posterKey].filter((key) => key !== null)
  const byStaff = row.userId !== ctx.actor.id && can(ctx.actor.role, 'video.manageAny')
  await ctx.db.batch([
    deleteVideo(ctx.db, id, row.userId),
    ...deleteTraces(ctx.db, id),
    ...(keys.length > 0 ? [doomUnreferenced(ctx.db, keys, ctx.now)] : []),
    ...keys.map((key) => revokeObject(ctx.db, key, row.revision + 1, ctx.now)),
    ...(byStaff
      ? [
          audit(ctx, {
            action: 'video.delete',
            subject: 'video',
            subjectId: id,
            details: { title: row.title },
          }),
        ]
      : []),
  ])
  ctx.defer(ctx.jobs.send({ job: 'sweep-objects' }))
}
