import type { VideoStatistics } from '#contract/schemas/videos/statistics'
import { dayOf } from '#contract/values/shared/time'
import { curveBins } from '#contract/values/videos/curve'
import {
  type StatisticsDays,
  showableGroups,
  showableSales,
  smallestGroup,
} from '#contract/values/videos/statistics'
import { partName, videoCurvesSince, videoDaysSince } from '#db/queries/videos/statistics'
import { videoNotFound } from '#worker/errors'
import { maySeeStatistics } from '#worker/policy/video-access'
import type { UserContext } from '../../context'
import { findVisible } from '../model/find'
import { daysFrom } from './days'
import { byCountry, sum } from './sums'
import { watchTime } from './watch-time'

type DayRow = Awaited<ReturnType<typeof videoDaysSince>>[number]
type CurveRow = Awaited<ReturnType<typeof videoCurvesSince>>[number]

/** Returns a video's statistics for its owner and staff. Throws `not_found` for others. */
export async function getVideoStatistics(
  ctx: UserContext,
  videoId: number,
  days: StatisticsDays,
): Promise<VideoStatistics> {
  const today = dayOf(ctx.now)
  const from = today - days + 1
  const video = await findVisible(ctx, videoId)
  if (!maySeeStatistics(video, ctx.actor)) throw videoNotFound()
  const [rows, curves] = await ctx.db.batch([
    videoDaysSince(ctx.db, videoId, from),
    videoCurvesSince(ctx.db, videoId, from),
  ])
  const views = sum(rows, 'views')
  const members = sum(rows, 'memberViews')
  return {
    id: video.id,
    title: video.title,
    duration: video.duration,
    days: daysFrom(rows, from, today),
    watchSeconds: watchTime(rows, video.duration),
    curve: curveOf(curves),
    audience: showableGroups([
      { name: 'members', views: members },
      { name: 'others', views: views - members },
    ]),
    sources: showableGroups(bySource(rows, views)),
    countries: showableGroups(byCountry(rows)),
    sales: showableSales(sum(rows, 'sales')),
  }
}

function bySource(rows: DayRow[], views: number) {
  const search = sum(rows, 'searchViews')
  const embed = sum(rows, 'embedViews')
  const link = sum(rows, 'linkViews')
  return [
    { name: 'site', views: views - search - embed - link },
    { name: 'search', views: search },
    { name: 'embed', views: embed },
    { name: 'link', views: link },
  ]
}

function curveOf(curves: CurveRow[]): VideoStatistics['curve'] {
  const reports = sum(curves, 'reports')
  if (reports < smallestGroup) return null
  return Array.from({ length: curveBins }, (_, index) => sum(curves, partName(index)) / reports)
}
