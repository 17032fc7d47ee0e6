import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { formatDuration } from '#contract/values/shared/duration'
import { type OwnSort, ownBulkSize } from '#contract/values/videos/video'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { SelectBox } from '#web/entities/video/manage/select-box.tsx'
import type { Selection } from '#web/entities/video/manage/use-selection'
import { formatShortDate, formatViews } from '#web/lib/format'
import { ariaSort, SortButton } from '#web/ui/table/sort-button.tsx'
import type { OwnList } from './own-list'
import { type OwnVideoActs, OwnVideoMenu } from './own-video-actions'
import { OwnVideoNotes, OwnVideoTitle } from './own-video-title'
import { StateBadges } from './state-badges'

export interface OwnVideoTableProps {
  videos: readonly Video[]
  list: OwnList
  onSort: (sort: OwnSort, isAscending: boolean) => void
  acts: OwnVideoActs
  selection: Selection<Video>
  renderWork: (video: Video) => ReactNode
}

const sortable: readonly { sort: OwnSort; title: string; isNumber: boolean }[] = [
  { sort: 'date', title: 'Date', isNumber: false },
  { sort: 'views', title: 'Views', isNumber: true },
  { sort: 'likes', title: 'Likes', isNumber: true },
  { sort: 'length', title: 'Length', isNumber: true },
]

const head =
  'sticky top-16 z-10 h-11 whitespace-nowrap border-line border-b bg-bg px-3 font-medium text-faint text-meta first:pl-0 last:pr-0'
const cell = 'border-line border-b px-3 py-2 first:pl-0 last:pr-0'

/** Renders own videos as rows, for screens with room for them. */
export function OwnVideoTable({ videos, list, onSort, acts, selection, renderWork }: OwnVideoTableProps) {
  const isTrash = list.tab === 'deleted'
  return (
    <table aria-label="Your videos" className="w-full border-separate border-spacing-0">
      <thead>
        <tr>
          <th scope="col" className={clsx(head, 'text-left')}>
            <span className="sr-only">Selected</span>
          </th>
          <th scope="col" className={clsx(head, 'text-left')}>
            Title
          </th>
          <th scope="col" className={clsx(head, 'text-left')}>
            State
          </th>
          {sortable.map(({ sort, title, isNumber }) => {
            const isAscending = !isTrash && list.sort === sort ? list.isAscending : null
            return (
              <th
                key={sort}
                scope="col"
                aria-sort={ariaSort(isAscending)}
                className={clsx(head, isNumber ? 'text-right' : 'text-left')}
              >
                {isTrash ? (
                  title
                ) : (
                  <SortButton
                    title={title}
                    isAscending={isAscending}
                    // The greatest first.
                    onClick={() => onSort(sort, isAscending === false)}
                  />
                )}
              </th>
            )
          })}
          <th scope="col" className={clsx(head, 'text-right')}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {videos.map((video) => (
          <tr key={video.id} className="transition-colors hover:bg-surface-1">
            <td className={cell}>
              <SelectBox video={video} selection={selection} atMost={ownBulkSize} />
            </td>
            <th scope="row" className={clsx(cell, 'w-full text-left font-normal')}>
              <div className="flex items-start gap-3">
                <Poster of={video} sizes="96px" className="w-24 shrink-0 rounded-nav" />
                <div className="min-w-0">
                  <p className="wrap-anywhere line-clamp-2 font-medium leading-5.25">
                    <OwnVideoTitle video={video} className="hover:underline" />
                  </p>
                  <OwnVideoNotes video={video} acts={acts} />
                  {renderWork(video)}
                </div>
              </div>
            </th>
            <td className={cell}>
              <StateBadges video={video} inRow />
            </td>
            <td className={clsx(cell, 'whitespace-nowrap tabular-nums')}>
              <time dateTime={video.createdAt}>{formatShortDate(video.createdAt)}</time>
            </td>
            <td className={clsx(cell, 'text-right tabular-nums')}>{formatViews(video.views)}</td>
            <td className={clsx(cell, 'text-right tabular-nums')}>{formatViews(video.likes)}</td>
            <td className={clsx(cell, 'text-right tabular-nums')}>
              {video.duration === null ? null : formatDuration(video.duration)}
            </td>
            <td className={clsx(cell, 'text-right')}>
              <OwnVideoMenu video={video} acts={acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
