import type { OwnerStatistics } from '#contract/schemas/videos/statistics'
import { dayOf } from '#contract/values/shared/time'
import {
  ownVideosCounted,
  type StatisticsDays,
  showableGroups,
  showableSales,
  topVideos,
} from '#contract/values/videos/statistics'
import { batchNamed } from '#db/batch-named'
import { ownVideoTotal } from '#db/queries/videos/own-videos'
import { ownerDaysSince, ownVideosSince } from '#db/queries/videos/statistics'
import type { UserContext } from '../../context'
import { daysFrom } from './days'
import { byCountry, sum } from './sums'
import { watchTime } from './watch-time'

type Row = Awaited<ReturnType<typeof ownVideosSince>>[number]

/**
 * Returns the numbers of all of the account's videos. Those by day include videos that were deleted since.
 */
export async function getOwnStatistics(
  { actor, db, now }: UserContext,
  days: StatisticsDays,
): Promise<OwnerStatistics> {
  const today = dayOf(now)
  const from = today - days + 1
  const { byDay, rows, totals } = await batchNamed(db, [
    {
      byDay: ownerDaysSince(db, actor.id, from),
      rows: ownVideosSince(db, actor.id, from, ownVideosCounted),
      totals: ownVideoTotal(db, actor.id),
    },
  ])
  const byVideo = [...Map.groupBy(rows, ({ id }) => id).values()]
  return {
    days: daysFrom(byDay, from, today),
    watchSeconds: watchTimeOf(byVideo),
    videos: byVideo.flatMap(inSum).sort(mostWatchedFirst).slice(0, topVideos),
    countries: ofAll(byVideo),
    more: (totals[0]?.total ?? 0) > ownVideosCounted,
  }
}

function inSum(rows: Row[]): OwnerStatistics['videos'] {
  return rows.slice(0, 1).map(({ id, title }) => ({
    id,
    title,
    views: sum(rows, 'views'),
    likes: sum(rows, 'likes'),
    saves: sum(rows, 'saves'),
    sales: showableSales(sum(rows, 'sales')),
  }))
}

function mostWatchedFirst(a: { id: number; views: number }, b: { id: number; views: number }): number {
  return b.views - a.views || b.id - a.id
}

/** Adds up the watch times that the videos' own statistics show; null if none does. */
function watchTimeOf(byVideo: Row[][]): number | null {
  const shown = byVideo
    .map((rows) => watchTime(rows, rows[0]?.duration ?? null))
    .filter((each) => each !== null)
  return shown.length === 0 ? null : shown.reduce((total, each) => total + each, 0)
}

/**
 * Adds up only the numbers that each video's own statistics show: the exact sum of a country, less these,
 * would reveal the views that they hide.
 */
function ofAll(byVideo: Row[][]) {
  const shown = byVideo.flatMap((rows) => showableGroups(byCountry(rows)))
  const byName = Map.groupBy(shown, ({ name }) => name)
  return showableGroups([...byName].map(([name, groups]) => ({ name, views: sum(groups, 'views') })))
}
