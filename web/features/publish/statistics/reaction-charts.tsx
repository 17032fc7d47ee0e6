import type { VideoStatistics } from '#contract/schemas/videos/statistics'
import { viewWindow } from '#contract/values/shared/limits'
import { formatCount } from '#web/lib/format-count'
import { DayChart } from '#web/ui/charts/day-chart.tsx'

const charts = [
  {
    name: 'views',
    title: 'Views',
    note: `A viewer counts once per video in ${viewWindow / 60} minutes. Your own views don't count.`,
  },
  { name: 'likes', title: 'Likes', note: 'Likes given, less likes taken back.' },
  { name: 'saves', title: 'Saves', note: 'Saved by viewers, less those who removed it.' },
] as const

/** Shows views, likes and saves by day. */
export function ReactionCharts({ days }: Pick<VideoStatistics, 'days'>) {
  return charts.map(({ name, title, note }) => (
    <DayChart
      key={name}
      title={title}
      note={note}
      values={days.map((day) => ({ day: day.day, value: day[name] }))}
      format={formatCount}
    />
  ))
}
