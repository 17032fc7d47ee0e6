import { followedBy } from '../../../../db/followed-by'
import { addCurve, markCurveSent } from '../../../../db/queries/videos/statistics'
import { videoNotFound } from '../../../errors'
import { mayPlay } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { findVisible } from '../videos'
import { counts } from './count-view'
import { viewerOf } from './viewer'

/**
 * Adds which parts of the video a viewer saw to its curve, after the response: once for each counted view, and
 * none without one. Only the sums are kept.
 */
export async function addWatched(
  ctx: ServiceContext,
  videoId: number,
  parts: number,
  key?: string,
): Promise<void> {
  const { actor, db, now } = ctx
  const video = await findVisible(ctx, videoId, key)
  if (!mayPlay(video, actor)) throw videoNotFound()
  if (!counts(ctx, video)) return
  const { account, address } = viewerOf(ctx, videoId)
  ctx.defer(
    db.batch(
      followedBy(markCurveSent(db, videoId, account ?? address), ({ changed }) =>
        addCurve(db, videoId, now, parts, changed),
      ),
    ),
  )
}
