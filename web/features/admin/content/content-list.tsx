import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { bulkSize, type ContentSort } from '#contract/values/moderation/content'
import { useSelection } from '#web/entities/video/manage/use-selection'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { offeredSort, type TableOrder } from '#web/lib/table/order'
import { useColumns } from '#web/lib/table/use-columns'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableTools } from '#web/ui/table/tools.tsx'
import { BulkDock } from './bulk-dock'
import type { ContentActs } from './content-acts'
import { ContentCard } from './content-card'
import { useContentColumns } from './content-columns'
import { DeleteOne } from './delete-one'
import { FilterForm } from './filter-form'
import { type ContentFilters, isFiltered, noFilters, ordersOf } from './filters'
import { useSwitchListed } from './mutations'
import { contentQuery } from './queries'

export interface ContentListProps {
  filters: ContentFilters
  order: TableOrder<ContentSort>
  /** Cursor of the page; null for the first. */
  after: string | null
  /** Shows the first page of another list; in its usual order unless it says otherwise. */
  onList: (filters: ContentFilters, order?: TableOrder<ContentSort>) => void
  /** The heading's ID. */
  labelId: string
  renderRemove: (video: AdminVideo, onClose: () => void) => ReactNode
  renderCorrect: (video: AdminVideo, onClose: () => void) => ReactNode
}

/** An action on a single video that needs a confirmation or a reason. */
interface Asked {
  video: AdminVideo
  as: 'delete' | 'remove' | 'correct'
}

export function ContentList(props: ContentListProps) {
  const { filters, order, after, onList, labelId, renderRemove, renderCorrect } = props
  const query = useInfiniteQuery({
    ...contentQuery(filters, order, after),
    placeholderData: keepPreviousData,
  })
  const { isError, error, isPlaceholderData } = query
  const videos = query.data?.pages.flatMap(({ items }) => items) ?? []
  const selection = useSelection(
    isPlaceholderData ? [] : videos,
    bulkSize,
    JSON.stringify([filters, order, after]),
  )
  const { mutate: change } = useSwitchListed()
  const [asked, setAsked] = useState<Asked | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(asked !== null, region)
  useFailedTo('load content', isError ? error : null)

  const acts: ContentActs = {
    onSwitch: ({ id }, part) => change({ id, change: part }),
    onAsk: (video, as) => {
      rememberOpener()
      setAsked({ video, as })
    },
  }
  const columns = useColumns('content', useContentColumns(selection, acts))

  function showAll() {
    onList(noFilters)
    // The button is removed with the empty list.
    region.current?.focus()
  }

  const sort = (next: TableOrder<ContentSort>) => onList(filters, next)
  const orders = ordersOf(filters)
  const close = () => setAsked(null)
  return (
    <>
      <FilterForm filters={filters} onFilter={onList} />
      <section ref={region} tabIndex={-1} aria-label="Videos" className="grid scroll-mt-20 grid-cols-1 gap-4">
        <PagedList
          query={query}
          region={region}
          skeleton={<Skeletons isWide={columns.isWide} />}
          empty={<Empty filters={filters} onReset={showAll} />}
        >
          {() => (
            <>
              <TableTools
                count={videos.length}
                columns={columns}
                order={order}
                orders={orders}
                names={sortNames}
                onSort={sort}
              >
                <Button variant="ghost" onClick={selection.chooseAll}>
                  {videos.length > bulkSize ? `Select first ${bulkSize}` : 'Select all shown'}
                </Button>
              </TableTools>
              {columns.isWide ? (
                <DataTable
                  label="Videos"
                  isDense
                  columns={columns.shown}
                  rows={videos}
                  rowKey={({ id }) => id}
                  head="Title"
                  sorting={{
                    ...order,
                    orders,
                    onSort: (next) => sort({ ...next, sort: offeredSort(orders, next.sort) }),
                  }}
                />
              ) : (
                <ul aria-labelledby={labelId} className="grid gap-4 sm:grid-cols-2">
                  {videos.map((video) => (
                    <li key={video.id}>
                      <ContentCard video={video} selection={selection} acts={acts} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </PagedList>
      </section>
      <BulkDock selection={selection} />
      {asked?.as === 'delete' ? <DeleteOne video={asked.video} onClose={close} /> : null}
      {asked?.as === 'remove' ? renderRemove(asked.video, close) : null}
      {asked?.as === 'correct' ? renderCorrect(asked.video, close) : null}
    </>
  )
}

const sortNames: Record<ContentSort, readonly [descending: string, ascending: string]> = {
  date: ['Newest', 'Oldest'],
  title: ['Title, Z to A', 'Title, A to Z'],
  views: ['Most viewed', 'Least viewed'],
  length: ['Longest', 'Shortest'],
}

function Empty({ filters, onReset }: { filters: ContentFilters; onReset: () => void }) {
  if (!isFiltered(filters)) {
    return (
      <EmptyState
        icon={<Clapperboard />}
        level={3}
        title="No Content"
        text="Uploaded videos will appear here."
      />
    )
  }
  return (
    <EmptyState
      icon={<Clapperboard />}
      level={3}
      title="No video found"
      text={
        filters.owner
          ? `No videos by “${filters.owner}” match. Enter the exact username.`
          : 'Nothing matches. Try a different state or fewer filters.'
      }
      action={<Button onClick={onReset}>Show all content</Button>}
    />
  )
}

function Skeletons({ isWide }: { isWide: boolean }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading content" className="grid gap-2">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className={isWide ? 'h-18 rounded-card' : 'h-112 rounded-card'} />
      ))}
    </div>
  )
}
