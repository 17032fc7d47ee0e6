import type { OwnerStatistics, VideoStatistics } from '../../../../contract/schemas/videos/statistics'
import { csvOf } from '../../../../contract/values/shared/csv'
import { saveFile } from '../../../lib/dom/save-file'
import { divisions, otherName } from './group-names'

/** Without it, Excel reads UTF-8 as something else. */
const byteOrderMark = '\uFEFF'

type Rows = (string | number)[][]

/** Saves what the page shows of a video. */
export function saveVideoCsv(statistics: VideoStatistics): void {
  const { id, title, days, curve, watchSeconds } = statistics
  save(`statistics-${id}`, [
    ['Video', title],
    ...(watchSeconds === null ? [] : [['Watch time in seconds (estimate)', watchSeconds]]),
    ...rowsOfDays(days),
    ...divisions.flatMap(({ name, title: heading, nameOf }) => [
      [],
      [heading, 'Views'],
      ...statistics[name].map((group) => [group.name === null ? otherName : nameOf(group.name), group.views]),
    ]),
    ...(curve
      ? [[], ['Part of the video', 'Share of views'], ...curve.map((share, index) => [index + 1, share])]
      : []),
  ])
}

export function saveOwnCsv({ days }: OwnerStatistics): void {
  save('statistics', rowsOfDays(days))
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
