import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'

export const categoriesQuery = queryOptions({
  queryKey: key('site', 'categories'),
  queryFn: ({ signal }) => call(client.api.categories.$get({}, { init: { signal } })),
  staleTime: 5 * 60_000,
})
