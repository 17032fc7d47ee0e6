import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ClientResponse } from 'hono/client'
import type { Page } from '#contract/schemas/site/boot'
import { callPage } from '../api'

/** The loaded pages of a list. */
export type Pages<Item> = InfiniteData<Page<Item>>

/** A paged list on a screen, as useInfiniteQuery() returns it. */
export type PagedResult<Item> = UseInfiniteQueryResult<Pages<Item>>

/**
 * Builds the query of a paged list. `ask` requests the page after a cursor; the first has none. A staleTime
 * of 0 refetches whenever it is opened. `from` is the cursor of a page to begin with.
 */
export function pagedQuery<Item>(
  queryKey: QueryKey,
  ask: (onward: { cursor?: string }, options: { init: RequestInit }) => Promise<ClientResponse<Item[]>>,
  { staleTime = 30_000, from = null }: { staleTime?: number; from?: string | null } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callPage(ask(pageParam === null ? {} : { cursor: pageParam }, { init: { signal } })),
    initialPageParam: from,
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  })
}
