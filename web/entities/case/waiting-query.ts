import { queryOptions } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries how much waits in each queue, every minute, since people keep the panel open. */
export const waitingQuery = queryOptions({
  queryKey: key('admin', 'waiting'),
  queryFn: ({ signal }) => call(client.api.admin.waiting.$get({}, { init: { signal } })),
  staleTime: 30_000,
  refetchInterval: 60_000,
})
