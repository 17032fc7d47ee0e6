import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/schemas/site/boot'
import type { Video } from '#contract/schemas/videos/video'
import { readSearchInfo, type SearchInfo, searchInfoHeader } from '#contract/values/videos/search'
import { client, readPage } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import type { ListFilter } from './list-filter'

interface FoundPage extends Page<Video> {
  /** With the first page. */
  info: SearchInfo | null
}

export interface Search extends ListFilter {
  q?: string
  categoryId?: number | undefined
}

/** Queries videos by words and filters, page by page. */
export function searchQuery(search: Search) {
  const query = parametersOf(search)
  return infiniteQueryOptions({
    queryKey: key('videos', 'search', query),
    queryFn: async ({ pageParam, signal }): Promise<FoundPage> => {
      const onward = pageParam === null ? {} : { cursor: pageParam }
      const response = await client.api.search.$get({ query: { ...query, ...onward } }, { init: { signal } })
      const info = response.headers.get(searchInfoHeader)
      return { ...(await readPage(response)), info: info === null ? null : readSearchInfo(info) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 60_000,
  })
}

/** Returns the parameters of the call; choices that aren't made are left out. */
function parametersOf({ q, categoryId, of, length, uploaded, quality, sort, hidesWatched }: Search) {
  return {
    ...(q !== undefined && { q }),
    ...(categoryId !== undefined && { categoryId: String(categoryId) }),
    ...(of && { isPremium: of === 'premium' ? ('true' as const) : ('false' as const) }),
    ...(length && { length }),
    ...(uploaded && { uploaded }),
    ...(quality && { quality }),
    ...(sort && { sort }),
    ...(hidesWatched && { hideWatched: 'true' as const }),
  }
}
