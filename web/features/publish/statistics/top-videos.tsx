import { useId } from 'react'
import type { OwnerStatistics } from '#contract/schemas/videos/statistics'
import { formatCount } from '#web/lib/format-count'
import { paths } from '#web/lib/navigation/paths'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { salesText } from './sales'

type TopVideo = OwnerStatistics['videos'][number]

const columns: Column<TopVideo>[] = [
  {
    title: 'Video',
    cell: ({ id, title }) => (
      <TextLink to={paths.videoStatistics(id)} className="wrap-anywhere">
        {title}
      </TextLink>
    ),
  },
  { title: 'Views', align: 'right', cell: ({ views }) => formatCount(views) },
  { title: 'Likes', align: 'right', cell: ({ likes }) => formatCount(likes) },
  { title: 'Saves', align: 'right', cell: ({ saves }) => formatCount(saves) },
  { title: 'Premium sales', align: 'right', cell: ({ sales }) => salesText(sales) },
]

/** Lists the videos that were watched most in the period. */
export function TopVideos({ videos }: Pick<OwnerStatistics, 'videos'>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h3 id={id} className="font-bold text-lead">
        Most watched videos
      </h3>
      {videos.length === 0 ? (
        <p className="text-faint text-meta">No views in this period.</p>
      ) : (
        <DataTable label="Most watched videos" columns={columns} rows={videos} rowKey={(video) => video.id} />
      )}
    </section>
  )
}
