import type { OwnerStatistics, VideoStatistics } from '#contract/schemas/videos/statistics'
import { csvOf } from '#contract/values/shared/csv'
import type { Group } from '#contract/values/videos/statistics'
import { saveFile } from '#web/lib/dom/save-file'
import { countryName, divisions, otherName } from './group-names'
import { salesText } from './sales'

/** Without it, Excel reads UTF-8 as something else. */
const byteOrderMark = '\uFEFF'

type Rows = (string | number)[][]

/** Saves a video's statistics as the page shows them. */
export function saveVideoCsv(statistics: VideoStatistics): void {
  const { id, title, days, curve, watchSeconds, sales } = statistics
  save(`statistics-${id}`, [
    ['Video', title],
    ...rowsOfWatchTime(watchSeconds),
    ['Premium sales', sales ?? salesText(null)],
    ...rowsOfDays(days),
    ...divisions.flatMap(({ name, title: heading, nameOf }) =>
      rowsOfGroups(heading, statistics[name], nameOf),
    ),
    ...(curve
      ? [[], ['Part of the video', 'Share of views'], ...curve.map((share, index) => [index + 1, share])]
      : []),
  ])
}

/** Saves the statistics of all videos as the page shows them. */
export function saveOwnCsv({ days, watchSeconds, videos, countries }: OwnerStatistics): void {
  save('statistics', [
    ...rowsOfWatchTime(watchSeconds),
    ...rowsOfDays(days),
    ...rowsOfGroups('Countries', countries, countryName),
    [],
    ['Video ID', 'Video', 'Views', 'Likes', 'Saves', 'Premium sales'],
    ...videos.map(({ id, title, views, likes, saves, sales }) => [
      id,
      title,
      views,
      likes,
      saves,
      sales ?? salesText(null),
    ]),
  ])
}

function rowsOfWatchTime(seconds: number | null): Rows {
  return seconds === null ? [] : [['Watch time in seconds (estimate)', seconds]]
}

function rowsOfGroups(heading: string, groups: readonly Group[], nameOf: (name: string) => string): Rows {
  return [
    [],
    [heading, 'Views'],
    ...groups.map(({ name, views }) => [name === null ? otherName : nameOf(name), views]),
  ]
}

function rowsOfDays(days: VideoStatistics['days']): Rows {
  return [
    [],
    ['Day (UTC)', 'Views', 'Likes', 'Saves'],
    ...days.map(({ day, views, likes, saves }) => [day, views, likes, saves]),
  ]
}

function save(name: string, rows: Rows): void {
  saveFile(new Blob([byteOrderMark, csvOf(rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
