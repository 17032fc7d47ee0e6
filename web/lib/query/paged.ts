import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { ClientResponse } from 'hono/client'
import { callPage } from '../api'

/** A list that comes page by page. `ask` sends the request for the page after a cursor; the first has none. */
export function pagedQuery<Item>(
  queryKey: QueryKey,
  ask: (onward: { cursor?: string }, options: { init: RequestInit }) => Promise<ClientResponse<Item[]>>,
) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage(ask(pageParam === null ? {} : { cursor: pageParam }, { init: { signal } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 30_000,
  })
}
