import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { counts } from '#contract/values/shared/limits'
import { popularWithinTag } from '#contract/values/videos/tags'
import { tagList } from '#contract/values/videos/video-lists'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { tagQuery } from '#web/entities/video/tags/queries'
import { endlessVideosQuery } from '#web/entities/video/video-queries'
import { ChipBar } from '#web/features/visit/catalogue/chip-bar.tsx'
import { EndlessGrid } from '#web/features/visit/catalogue/endless-grid.tsx'
import { formatCount } from '#web/lib/format-count'
import { paths } from '#web/lib/navigation/paths'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { NotFoundPage } from './not-found'

/** Renders the videos of a tag; the order is in the address. */
export function TagPage() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const sort = params.get('sort') === 'popular' ? 'popular' : 'newest'
  const { data: tag, error, refetch } = useQuery(tagQuery(slug))
  const query = useInfiniteQuery({ ...endlessVideosQuery(tagList(slug, sort)), enabled: tag?.slug === slug })
  usePageTitle(tag?.name)
  if (tag === null) return <NotFoundPage />
  // A merged tag, or a slug typed by hand.
  if (tag && tag.slug !== slug) return <Navigate to={paths.tag(tag.slug) + search} replace />

  return (
    <>
      <ChipBar active={null} />
      <div className="page pt-4">
        {error && !tag ? (
          <LoadError error={error} onRetry={refetch} />
        ) : (
          <>
            <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <div>
                <h1 className="wrap-anywhere font-bold text-title">{tag ? `#${tag.name}` : '\u00a0'}</h1>
                <p className="text-dim">{tag ? countText(tag.videoCount) : '\u00a0'}</p>
              </div>
              <ViewLinks
                label="Order"
                value={sort}
                links={[
                  { value: 'newest', label: 'Newest', to: paths.tag(slug) },
                  { value: 'popular', label: 'Popular', to: `${paths.tag(slug)}?sort=popular` },
                ]}
              />
            </div>
            {tag && sort === 'popular' && tag.videoCount > popularWithinTag ? (
              <p className="-mt-2 mb-5 text-faint text-meta">
                The most popular of the newest {popularWithinTag} videos.
              </p>
            ) : null}
            <EndlessGrid
              query={query}
              label={tag ? `Videos tagged ${tag.name}` : 'Videos'}
              skeletons={counts.categorySkeletons}
              empty={
                <EmptyState
                  icon={<Tag />}
                  title="No videos with this tag"
                  text="They may just have been hidden. Check back later."
                />
              }
            />
          </>
        )}
      </div>
    </>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 video' : `${formatCount(count)} videos`
}
