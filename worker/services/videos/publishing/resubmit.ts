import type { Video } from '#contract/schemas/videos/video'
import { batchNamed } from '#db/batch-named'
import { resubmitVideoRow, whereRejected } from '#db/queries/videos/publishing/review'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { getVideo } from '../browse/get'
import { findEditable } from '../model/find'

/**
 * Resubmits a rejected video for review, even on a site without prior review: a person's rejection takes a
 * person's approval.
 */
export async function resubmitVideo(ctx: UserContext, id: number): Promise<Video> {
  const act = { action: 'video.resubmit', subject: 'video', subjectId: id }
  await repeatable(ctx, act, () => resubmit(ctx, id))
  return getVideo(ctx, id)
}

async function resubmit(ctx: UserContext, id: number): Promise<void> {
  const { db, now } = ctx
  const row = await findEditable(ctx, id)
  if (row.userId !== ctx.actor.id) throw new AppError('forbidden', 'You can only edit your own videos')
  if (row.review !== 'rejected') throw notRejected()
  const onlyIf = whereRejected(row)
  const details = {
    before: { review: row.review, reason: row.reason },
    after: { review: 'pending', reason: null },
  }
  const { resubmitted } = await batchNamed(db, [
    audit(ctx, { action: 'video.resubmit', subject: 'video', subjectId: id, details }, onlyIf),
    { resubmitted: resubmitVideoRow(db, id, now, onlyIf) },
  ])
  if (resubmitted.length === 0) throw notRejected()
}

function notRejected(): AppError {
  return new AppError('conflict', 'This video is no longer rejected. Reload to see its status.')
}
