import { queryOptions } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries the warnings that the viewer hasn't acknowledged. */
export const warningsQuery = queryOptions({
  queryKey: key('account', 'warnings'),
  queryFn: ({ signal }) => call(client.api.account.warnings.$get({}, { init: { signal } })),
})
