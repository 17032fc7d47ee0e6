import { useInfiniteQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { bulkSize } from '../../../../contract/values/moderation/content'
import { useSelection } from '../../../entities/video/use-selection'
import { adminTab } from '../../../lib/admin-paths'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { useFailedTo } from '../../../ui/feedback/failed-to'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { PagedList } from '../../../ui/paged-list'
import { BulkDock } from './bulk-dock'
import { ContentCard } from './content-card'
import { DeleteOne } from './delete-one'
import { FilterForm } from './filter-form'
import { type ContentFilters, isFiltered, noFilters } from './filters'
import { useSwitchListed } from './mutations'
import { contentQuery } from './queries'

export interface ContentListProps {
  filters: ContentFilters
  onFilter: (filters: ContentFilters) => void
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

const grid = 'grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:max-xl:grid-cols-2'

export function ContentList({ filters, onFilter, labelId, renderRemove, renderCorrect }: ContentListProps) {
  const query = useInfiniteQuery(contentQuery(filters))
  const videos = query.data?.pages.flatMap(({ items }) => items) ?? []
  const selection = useSelection(videos, bulkSize)
  const { mutate: change } = useSwitchListed()
  const [asked, setAsked] = useState<Asked | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(asked !== null, region)
  useFailedTo('load content', query.error)

  function ask(video: AdminVideo, as: Asked['as']) {
    rememberOpener()
    setAsked({ video, as })
  }

  function showAll() {
    onFilter(noFilters)
    // The button is removed with the empty list.
    region.current?.focus()
  }

  const close = () => setAsked(null)
  return (
    <>
      <FilterForm filters={filters} onFilter={onFilter} />
      <section ref={region} tabIndex={-1} aria-label="Videos" className="grid grid-cols-1 gap-4">
        <PagedList
          query={query}
          skeleton={<Skeletons />}
          empty={<Empty filters={filters} onReset={showAll} />}
        >
          {() => (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="text-dim text-meta tabular-nums">{videos.length} shown</p>
                <Button variant="ghost" onClick={selection.chooseAll}>
                  {videos.length > bulkSize ? `Select first ${bulkSize}` : 'Select all shown'}
                </Button>
              </div>
              <ul aria-labelledby={labelId} className={grid}>
                {videos.map((video) => (
                  <li key={video.id}>
                    <ContentCard
                      video={video}
                      ownerPath={adminTab('content', { owner: video.uploader.username })}
                      selected={selection.has(video.id)}
                      full={selection.full}
                      onSelect={(selected) => selection.toggle(video.id, selected)}
                      onSwitch={(part) => change({ id: video.id, change: part })}
                      onDelete={() => ask(video, 'delete')}
                      onRemove={() => ask(video, 'remove')}
                      onCorrect={() => ask(video, 'correct')}
                    />
                  </li>
                ))}
              </ul>
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

function Skeletons() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading content" className={grid}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-112 rounded-card" />
      ))}
    </div>
  )
}
