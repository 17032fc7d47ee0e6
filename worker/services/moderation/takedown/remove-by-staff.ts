import type { RemoveVideo } from '#contract/schemas/moderation/safety'
import { removableVideo, whereRemovable, whereRemovedBy } from '#db/queries/moderation/takedown'
import { videoById } from '#db/queries/videos/video'
import { AppError, videoNotFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { repeatable } from '../../shared/audit'
import { decideReportsOf } from '../reports/decide-of-video'
import { afterTakeDown, takeDown } from './take-down'

/** Removes a video on an administrator's own initiative, without a report. Open reports of it are upheld. */
export async function removeByStaff(ctx: UserContext, videoId: number, input: RemoveVideo): Promise<void> {
  const { reason, note } = input
  const act = {
    action: 'video.remove',
    subject: 'video',
    subjectId: videoId,
    reason: note,
    details: { after: { reason } },
  }
  await repeatable(ctx, act, () => remove(ctx, videoId, input))
}

async function remove(ctx: UserContext, videoId: number, { reason, note }: RemoveVideo): Promise<void> {
  const { actor, db, now } = ctx
  const [row] = await videoById(db, videoId)
  if (!row) throw videoNotFound()
  const mine = whereRemovedBy(videoId, actor.id, now)
  const [[removable]] = await db.batch([
    removableVideo(db, videoId),
    // For a video removed already, the caller is told so and nothing changes, not even its retention period.
    ...takeDown(ctx, { videoId, reason, statement: note }, whereRemovable(videoId)),
    ...decideReportsOf(ctx, videoId, { status: 'upheld', decisionNote: note }, mine),
  ])
  if (!removable) throw new AppError('conflict', 'This video has already been removed.')
  ctx.defer(afterTakeDown(ctx, videoId))
}
