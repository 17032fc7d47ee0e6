import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'

/** Anew every minute while it is on screen: what waits is what somebody looks for here. */
export const overviewQuery = queryOptions({
  queryKey: key('admin', 'overview'),
  queryFn: ({ signal }) => call(client.api.admin.overview.$get({}, { init: { signal } })),
  staleTime: 30_000,
  refetchInterval: 60_000,
})
