import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/schemas/site/boot'
import type { WatchedVideo } from '#contract/schemas/videos/library'
import type { Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { bootKeys, key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { renew } from '#web/lib/query/renew'

/** Queries the account's unfinished videos. Returned as a page, since the worker writes one into the HTML. */
export const continueQuery = queryOptions({
  queryKey: bootKeys.unfinished,
  queryFn: async ({ signal }): Promise<Page<Video>> => ({
    items: await call(client.api.account.continue.$get({}, { init: { signal } })),
    nextCursor: null,
  }),
  staleTime: 60_000,
})

/** Queries the account's watch history, or the entries whose titles match the words. */
export function historyQuery(q: string) {
  return pagedQuery<WatchedVideo>(
    key('account', 'history', q),
    (onward, options) => client.api.account.history.$get({ query: { ...(q && { q }), ...onward } }, options),
    // Always stale: it is opened to see the video watched just now.
    { staleTime: 0 },
  )
}

/** Matches every history list, whatever the search. */
export const histories = { queryKey: key('account', 'history') }

/** Refreshes history and unfinished videos after something was watched: the next page shows them too. */
export async function refreshWatched(queryClient: QueryClient): Promise<void> {
  const lists = [{ queryKey: continueQuery.queryKey }, histories]
  await Promise.all(lists.map((list) => renew(queryClient, list)))
}
