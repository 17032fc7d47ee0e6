import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SavedOrder } from '../../../../contract/values/accounts/account'
import { savedLists } from '../../../entities/video/saved-queries'
import { callPage, client } from '../../../lib/api'

export function savedQuery(order: SavedOrder) {
  return infiniteQueryOptions({
    queryKey: [...savedLists.queryKey, order],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        client.api.account.saved.$get(
          { query: { order, ...(pageParam !== null && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // It is opened to see what was saved just now.
    staleTime: 0,
  })
}
