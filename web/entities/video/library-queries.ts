import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '../../../contract/schemas/site/boot'
import type { Video } from '../../../contract/schemas/videos/videos'
import { continueList } from '../../../contract/values/videos/video-lists'
import { call, callPage, client } from '../../lib/api'
import { renew } from '../../lib/query/renew'

/** What the account left in the middle. As a page, since the worker writes it into the HTML like one. */
export const continueQuery = queryOptions({
  queryKey: [continueList.path],
  queryFn: async ({ signal }): Promise<Page<Video>> => ({
    items: await call(client.api.account.continue.$get({}, { init: { signal } })),
    nextCursor: null,
  }),
  staleTime: 60_000,
})

const historyPath = '/api/account/history'

/** What the account watched, or those of it whose titles have the words. */
export function historyQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: [historyPath, q],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        client.api.account.history.$get(
          { query: { ...(q && { q }), ...(pageParam !== null && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // It is opened to see what was watched just now.
    staleTime: 0,
  })
}

/** Every list of what was watched, whatever was searched for. */
export const histories = { queryKey: [historyPath] }

/** Something was watched: the page that one leaves for shows it, too. */
export async function refreshWatched(queryClient: QueryClient): Promise<void> {
  const lists = [{ queryKey: continueQuery.queryKey }, histories]
  await Promise.all(lists.map((list) => renew(queryClient, list)))
}
