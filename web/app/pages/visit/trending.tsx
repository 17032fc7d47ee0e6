import { useInfiniteQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { counts } from '../../../../contract/values/shared/limits'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { endlessTrendingQuery } from '../../../entities/video/list-queries'
import { ChipBar } from '../../../features/visit/catalogue/chip-bar'
import { EndlessGrid } from '../../../features/visit/catalogue/endless-grid'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'

/** Renders what people watched most within a week, the latest days first. */
export function TrendingPage() {
  const query = useInfiniteQuery(endlessTrendingQuery)
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
