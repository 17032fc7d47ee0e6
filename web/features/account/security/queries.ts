import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'

/** What guards the account beside its password. */
export const securityQuery = queryOptions({
  queryKey: key('account', 'security'),
  queryFn: ({ signal }) => call(client.api.account.security.$get({}, { init: { signal } })),
  // Codes may have been used up, and passkeys added, elsewhere.
  staleTime: 0,
})
