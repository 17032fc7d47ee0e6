import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { counts } from '../../../../contract/values/shared/limits'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { EndlessGrid } from '../../../features/visit/catalogue/endless-grid'
import { searchResultsQuery } from '../../../features/visit/search/queries'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'

export function SearchPage() {
  const [params] = useSearchParams()
  const q = params.get('q')?.trim() ?? ''
  usePageTitle(q ? `Search: ${q}` : 'Search')
  return (
    <div className="page pt-6">
      {q ? (
        <Results q={q} />
      ) : (
        <EmptyState
          level={1}
          icon={<Search />}
          title="Search videos"
          text="Enter a title in the search box at the top of the page."
        />
      )}
    </div>
  )
}

function Results({ q }: { q: string }) {
  const query = useInfiniteQuery(searchResultsQuery(q))
  return (
    <>
      <h1 className="mb-5 text-pretty font-bold text-title">
        Results for <q className="text-accent">{q}</q>
      </h1>
      <EndlessGrid
        query={query}
        label={`Results for ${q}`}
        skeletons={counts.categorySkeletons}
        empty={
          <EmptyState
            icon={<Search />}
            title="No videos found"
            text={`No results for "${q}". Check the spelling or browse the categories.`}
            action={<ButtonLink to={paths.categories}>All Categories</ButtonLink>}
          />
        }
      />
    </>
  )
}
