import { followedBy } from '#db/followed-by'
import { addCurve, countReport, markCurveSent } from '#db/queries/videos/statistics'
import type { VideoRow } from '#db/queries/videos/video'
import type { ServiceContext } from '../../context'
import { counts } from './count-view'
import { viewerOf } from './viewer'

/**
 * Adds which parts of the video a viewer saw to its curve, and their number to its day, after the response:
 * once for each counted view, and none without one. Only the sums are kept.
 */
export function addWatched(ctx: ServiceContext, video: VideoRow, parts: number): void {
  const { db, now } = ctx
  if (!counts(ctx, video)) return
  const { account, address } = viewerOf(ctx, video.id)
  ctx.defer(
    db.batch(
      followedBy(
        markCurveSent(db, video.id, account ?? address),
        ({ changed }) => addCurve(db, video.id, now, parts, changed),
        ({ changed }) => countReport(db, video.id, now, partsIn(parts), changed),
      ),
    ),
  )
}

function partsIn(parts: number): number {
  return parts.toString(2).replaceAll('0', '').length
}
