import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { sharedItemsQuery, sharedListQuery } from '#web/entities/list/list-queries'
import { PlayButtons } from '#web/entities/list/play-buttons.tsx'
import { pathInList } from '#web/entities/list/playing-order'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { VideoLine, VideoLineSkeletons } from '#web/entities/video/card/video-line.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatShortDate } from '#web/lib/format'
import { lazyExtra } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { NotFoundPage } from './not-found'

/** Downloaded by staff who decide cases. */
const CloseList = lazyExtra(() => import('#web/features/admin/lists/close-list.tsx'), 'CloseList')

/** Renders a list for everyone who has its link. */
export function SharedListPage() {
  const { key = '' } = useParams()
  const { can } = useViewer()
  const { data: list, error, refetch } = useQuery(sharedListQuery(key))
  usePageTitle(list?.name ?? 'List')
  if (list === null) return <NotFoundPage />
  if (error && !list) return <LoadError error={error} onRetry={refetch} />
  if (!list) return <PageSpinner />
  return (
    <div className="page pt-6 sm:pt-8">
      <h1 className="mb-4 wrap-anywhere font-bold text-title">{list.name}</h1>
      <div className="mb-6 flex flex-wrap gap-3">
        <PlayButtons list={key} />
        {can('case.decide') ? (
          <Suspense>
            <CloseList link={key} />
          </Suspense>
        ) : null}
      </div>
      <Videos link={key} />
      <p className="mt-8 text-dim text-meta">
        Is something wrong with this list? <TextLink to={paths.askListRemoval(key)}>Report it</TextLink>
      </p>
    </div>
  )
}

function Videos({ link }: { link: string }) {
  const query = useInfiniteQuery(sharedItemsQuery(link))
  return (
    <section aria-label="Videos" className="grid max-w-4xl gap-6">
      <PagedList
        query={query}
        skeleton={<VideoLineSkeletons label="Loading the list" />}
        empty={
          <EmptyState
            icon={<ListVideo />}
            title="No videos to show"
            text="Public videos in this list appear here."
          />
        }
      >
        {(videos) => (
          <ul aria-label="Videos in this list" className="grid grid-cols-1 gap-4">
            {videos.map((video) => (
              <li key={video.id}>
                <VideoLine
                  video={video}
                  level={2}
                  to={pathInList({ id: video.id, key: null }, { list: link, shuffle: null })}
                  note={<time dateTime={video.createdAt}>{formatShortDate(video.createdAt)}</time>}
                  actions={null}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
