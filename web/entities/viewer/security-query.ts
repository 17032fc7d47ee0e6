import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'

/** Queries the account's second factors and passkeys. */
export const securityQuery = queryOptions({
  queryKey: key('account', 'security'),
  queryFn: ({ signal }) => call(client.api.account.security.$get({}, { init: { signal } })),
  // Codes may have been used, and passkeys added, elsewhere.
  staleTime: 0,
})
