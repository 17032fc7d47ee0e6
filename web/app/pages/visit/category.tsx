import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useParams } from 'react-router'
import { counts } from '../../../../contract/values/shared/limits'
import { categoryList } from '../../../../contract/values/videos/video-lists'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { categoriesQuery } from '../../../entities/video/category-queries'
import { endlessVideosQuery } from '../../../entities/video/video-queries'
import { ChipBar } from '../../../features/visit/catalogue/chip-bar'
import { EndlessGrid } from '../../../features/visit/catalogue/endless-grid'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'

/** Renders one category, or all of them for 'all', no slug, or an unknown one. */
export function CategoryPage() {
  const { slug = 'all' } = useParams()
  const { data: categories, error, refetch } = useQuery(categoriesQuery)
  const category = categories?.find((each) => each.slug === slug)
  const title = category?.name ?? 'All Categories'
  // Until the categories are loaded, a slug could be any of them.
  const known = slug === 'all' || categories !== undefined
  const query = useInfiniteQuery({
    ...endlessVideosQuery(categoryList(category?.id ?? null)),
    enabled: known,
  })
  usePageTitle(known ? title : undefined)

  return (
    <>
      <ChipBar active={category?.slug ?? 'all'} />
      <div className="page pt-4">
        <h1 className="mb-5 font-bold text-title">{known ? title : '\u00a0'}</h1>
        {error && !known ? (
          <LoadError error={error} onRetry={refetch} />
        ) : (
          <EndlessGrid
            query={query}
            label={title}
            skeletons={counts.categorySkeletons}
            empty={
              <EmptyState
                icon={<FolderOpen />}
                title="No videos found in this category"
                text="Try selecting a different category or check back later."
                action={category ? <ButtonLink to={paths.categories}>All Categories</ButtonLink> : null}
              />
            }
          />
        )}
      </div>
    </>
  )
}
