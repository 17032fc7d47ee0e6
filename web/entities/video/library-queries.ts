import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { WatchedVideo } from '../../../contract/schemas/accounts/account'
import type { Page } from '../../../contract/schemas/site/boot'
import type { Video } from '../../../contract/schemas/videos/videos'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'
import { pagedQuery } from '../../lib/query/paged'
import { renew } from '../../lib/query/renew'

/** What the account left in the middle. As a page, since the worker writes it into the HTML like one. */
export const continueQuery = queryOptions({
  queryKey: key('account', 'continue'),
  queryFn: async ({ signal }): Promise<Page<Video>> => ({
    items: await call(client.api.account.continue.$get({}, { init: { signal } })),
    nextCursor: null,
  }),
  staleTime: 60_000,
})

/** What the account watched, or those of it whose titles have the words. */
export function historyQuery(q: string) {
  return pagedQuery<WatchedVideo>(
    key('account', 'history', q),
    (onward, options) => client.api.account.history.$get({ query: { ...(q && { q }), ...onward } }, options),
    // It is opened to see what was watched just now.
    0,
  )
}

/** Every list of what was watched, whatever was searched for. */
export const histories = { queryKey: key('account', 'history') }

/** Something was watched: the page that one leaves for shows it, too. */
export async function refreshWatched(queryClient: QueryClient): Promise<void> {
  const lists = [{ queryKey: continueQuery.queryKey }, histories]
  await Promise.all(lists.map((list) => renew(queryClient, list)))
}
