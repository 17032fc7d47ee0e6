import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage, client } from '../../../lib/api'

export function searchResultsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: [`/api/search?${new URLSearchParams({ q })}`, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        client.api.search.$get(
          { query: pageParam === null ? { q } : { q, cursor: pageParam } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 60_000,
  })
}
