import { queryOptions } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries the overview, every minute while it is on screen, since it is watched for pending work. */
export const overviewQuery = queryOptions({
  queryKey: key('admin', 'overview'),
  queryFn: ({ signal }) => call(client.api.admin.overview.$get({}, { init: { signal } })),
  staleTime: 30_000,
  refetchInterval: 60_000,
})

/** Queries how fast the site was. The figures are per day, so they aren't refetched at an interval. */
export const fieldDataQuery = queryOptions({
  queryKey: key('admin', 'field data'),
  queryFn: ({ signal }) => call(client.api.admin['field-data'].$get({}, { init: { signal } })),
  staleTime: 60_000,
})
