import { curveBins, curveShare } from '#contract/values/videos/curve'
import { followedBy } from '#db/followed-by'
import { addCurve, addWatchTime, markCurveSent } from '#db/queries/videos/statistics'
import type { VideoRow } from '#db/queries/videos/video'
import type { ServiceContext } from '../../context'
import { counts } from './count-view'
import { viewerOf } from './viewer'

/**
 * Adds which parts of the video a viewer saw to its curve, and how long to its owner's watch time, after the
 * response: once for each counted view, and none without one. Only the sums are kept.
 */
export function addWatched(ctx: ServiceContext, video: VideoRow, parts: number): void {
  const { db, now } = ctx
  if (!counts(ctx, video)) return
  const { account, address } = viewerOf(ctx, video.id)
  const watched = {
    videoId: video.id,
    now,
    seconds: (partsIn(parts) / curveBins) * (video.duration ?? 0),
    standsFor: 1 / curveShare(video.views),
  }
  ctx.defer(
    db.batch(
      followedBy(
        markCurveSent(db, video.id, account ?? address),
        ({ changed }) => addCurve(db, video.id, now, parts, changed),
        ({ changed }) => addWatchTime(db, watched, changed),
      ),
    ),
  )
}

function partsIn(parts: number): number {
  return parts.toString(2).replaceAll('0', '').length
}
