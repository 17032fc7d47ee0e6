import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { counts } from '#contract/values/shared/limits'
import { categoryList } from '#contract/values/videos/video-lists'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { endlessVideosQuery } from '#web/entities/video/video-queries'
import { ChipBar } from '#web/features/visit/catalogue/chip-bar.tsx'
import { EndlessGrid } from '#web/features/visit/catalogue/endless-grid.tsx'
import { FilterBar } from '#web/features/visit/search/filter-bar.tsx'
import { narrows, readFilter } from '#web/features/visit/search/list-filter'
import { NoMatches } from '#web/features/visit/search/no-matches.tsx'
import { searchQuery } from '#web/features/visit/search/queries'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'

/** Renders one category, or all of them for 'all', no slug, or an unknown one. */
export function CategoryPage() {
  const { slug = 'all' } = useParams()
  const { data: categories, error, refetch } = useQuery(categoriesQuery)
  const category = categories?.find((each) => each.slug === slug)
  const title = category?.name ?? 'All Categories'
  // Until the categories are loaded, a slug could be any of them.
  const known = slug === 'all' || categories !== undefined
  const [params] = useSearchParams()
  const filter = readFilter(params)
  const isPlain = !narrows(filter) && filter.sort === undefined
  // The plain list, which the boot data may hold. A filtered or sorted one comes from the search.
  const whole = useInfiniteQuery({
    ...endlessVideosQuery(categoryList(category?.id ?? null)),
    enabled: known && isPlain,
  })
  const filtered = useInfiniteQuery({
    ...searchQuery({ ...filter, categoryId: category?.id }),
    enabled: known && !isPlain,
  })
  const info = isPlain ? null : (filtered.data?.pages[0]?.info ?? null)
  usePageTitle(known ? title : undefined)

  return (
    <>
      <ChipBar active={category?.slug ?? 'all'} />
      <div className="page pt-4">
        <h1 className="mb-5 font-bold text-title">{known ? title : '\u00a0'}</h1>
        {error && !known ? (
          <LoadError error={error} onRetry={refetch} />
        ) : (
          <>
            <FilterBar usual="newest" />
            {info && info.lookedAt !== null ? (
              <p className="-mt-2 mb-4 text-dim text-meta">
                Sorted and filtered within the{' '}
                {filter.sort === 'views' || filter.sort === 'rated' ? 'most popular' : 'newest'}{' '}
                {info.lookedAt} videos.
              </p>
            ) : null}
            <EndlessGrid
              query={isPlain ? whole : filtered}
              label={title}
              skeletons={counts.categorySkeletons}
              empty={
                narrows(filter) ? (
                  <NoMatches />
                ) : (
                  <EmptyState
                    icon={<FolderOpen />}
                    title="No videos found in this category"
                    text="Try selecting a different category or check back later."
                    action={category ? <ButtonLink to={paths.categories}>All Categories</ButtonLink> : null}
                  />
                )
              }
            />
          </>
        )}
      </div>
    </>
  )
}
