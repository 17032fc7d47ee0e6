import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { counts } from '#contract/values/shared/limits'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { EndlessGrid } from '#web/features/visit/catalogue/endless-grid.tsx'
import { FilterBar } from '#web/features/visit/search/filter-bar.tsx'
import { useHighlight } from '#web/features/visit/search/highlight'
import { categoryName, narrows, readFilter } from '#web/features/visit/search/list-filter'
import { NoMatches } from '#web/features/visit/search/no-matches.tsx'
import { searchQuery } from '#web/features/visit/search/queries'
import { SearchNotes } from '#web/features/visit/search/search-notes.tsx'
import { keepSearch } from '#web/features/visit/shell/search/recent-searches'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'

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
          text="Enter a title, tag, uploader or category in the search box at the top of the page."
        />
      )}
    </div>
  )
}

function Results({ q }: { q: string }) {
  const [params] = useSearchParams()
  const { data: categories, error, refetch } = useQuery(categoriesQuery)
  const filter = readFilter(params)
  const slug = params.get(categoryName)
  const category = categories?.find((each) => each.slug === slug)
  const query = useInfiniteQuery({
    ...searchQuery({ ...filter, q, categoryId: category?.id }),
    // Until the categories are loaded, it isn't known which one is meant.
    enabled: slug === null || categories !== undefined,
  })
  const { data } = query
  const info = data?.pages[0]?.info ?? null
  const isNarrowed = narrows(filter) || category !== undefined
  useEffect(() => keepSearch(q), [q])
  useHighlight('.page article :is(h2, h3) a', info?.corrected ?? q, data)
  return (
    <>
      <h1 className="mb-2 text-pretty font-bold text-title [overflow-wrap:anywhere]">
        Results for <q className="text-accent">{q}</q>
      </h1>
      <SearchNotes q={q} info={info} isNarrowed={isNarrowed || filter.sort !== undefined} />
      <FilterBar
        usual="relevance"
        categories={categories?.map((each) => [each.slug, each.name] as const) ?? []}
      />
      {error && slug !== null && !categories ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <EndlessGrid
          query={query}
          label={`Results for ${q}`}
          skeletons={counts.categorySkeletons}
          empty={
            isNarrowed ? (
              <NoMatches />
            ) : (
              <EmptyState
                icon={<Search />}
                title="No videos found"
                text={`No results for "${q}". Check the spelling or browse the categories.`}
                action={<ButtonLink to={paths.categories}>All Categories</ButtonLink>}
              />
            )
          }
        />
      )}
    </>
  )
}
