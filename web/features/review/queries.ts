import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage, client } from '../../lib/api'

/** What waits for approval, oldest first, page after page. */
export const pendingQuery = infiniteQueryOptions({
  queryKey: ['/api/admin/videos/pending', 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callPage(
      client.api.admin.videos.pending.$get(
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { init: { signal } },
      ),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 30_000,
})
