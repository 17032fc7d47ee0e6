import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../../lib/api'

/** What guards the account beside its password. */
export const securityQuery = queryOptions({
  queryKey: ['/api/account/security'],
  queryFn: ({ signal }) => call(client.api.account.security.$get({}, { init: { signal } })),
  // Codes may have been used up, and passkeys added, elsewhere.
  staleTime: 0,
})
