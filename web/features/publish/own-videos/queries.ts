import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { OwnTab } from '../../../../contract/values/videos/videos'
import { call, callPage, client } from '../../../lib/api'

const staleTime = 30_000
/** Milliseconds between two looks while something is being processed. */
const processingPoll = 2000

export function ownVideosQuery(tab: OwnTab) {
  return infiniteQueryOptions({
    queryKey: [`/api/videos/my-videos?tab=${tab}`, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        client.api.videos['my-videos'].$get(
          { query: pageParam === null ? { tab } : { tab, cursor: pageParam } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing'))
        ? processingPoll
        : false,
  })
}

export const ownCountsQuery = queryOptions({
  queryKey: ['/api/videos/my-videos/counts'],
  queryFn: ({ signal }) => call(client.api.videos['my-videos'].counts.$get({}, { init: { signal } })),
  staleTime,
})
