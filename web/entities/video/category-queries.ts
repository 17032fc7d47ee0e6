import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { bootKeys } from '../../lib/query/keys'

export const categoriesQuery = queryOptions({
  queryKey: bootKeys.categories,
  queryFn: ({ signal }) => call(client.api.categories.$get({}, { init: { signal } })),
  staleTime: 5 * 60_000,
})
