import { useInfiniteQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import type { Video } from '#contract/schemas/videos/video'
import { counts } from '#contract/values/shared/limits'
import { trendingPath } from '#contract/values/videos/people-lists'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { ChipBar } from '#web/features/visit/catalogue/chip-bar.tsx'
import { EndlessGrid } from '#web/features/visit/catalogue/endless-grid.tsx'
import { client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { bootKeys } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

const trendingQuery = pagedQuery<Video>(
  bootKeys.list(trendingPath),
  (onward, options) => client.api.videos.trending.$get({ query: onward }, options),
  { staleTime: 60_000 },
)

/** Renders the videos watched most within a week; the latest days count most. */
export function TrendingPage() {
  const query = useInfiniteQuery(trendingQuery)
  usePageTitle('Trending')
  return (
    <>
      <ChipBar active={null} />
      <div className="page pt-4">
        <h1 className="mb-5 font-bold text-title">Trending</h1>
        <EndlessGrid
          query={query}
          label="Trending"
          skeletons={counts.categorySkeletons}
          named
          empty={
            <EmptyState
              icon={<TrendingUp />}
              title="Nothing is trending yet"
              text="What people watched most this week appears here."
              action={<ButtonLink to={paths.categories}>All Categories</ButtonLink>}
            />
          }
        />
      </div>
    </>
  )
}
