import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../lib/api'

export const categoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: ({ signal }) => call(client.api.categories.$get({}, { init: { signal } })),
  staleTime: 5 * 60_000,
})
