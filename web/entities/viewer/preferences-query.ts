import { queryOptions } from '@tanstack/react-query'
import type { Preferences } from '#contract/schemas/accounts/account'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'

export const preferencesQuery = queryOptions({
  queryKey: key('account', 'preferences'),
  queryFn: ({ signal }): Promise<Preferences> =>
    call(client.api.account.preferences.$get({}, { init: { signal } })),
  staleTime: 0,
})
