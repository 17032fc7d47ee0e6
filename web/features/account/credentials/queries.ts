import type { Session } from '#contract/schemas/accounts/account'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Queries the account's sessions, newest sign-in first. */
export const sessionsQuery = pagedQuery<Session>(
  key('account', 'sessions'),
  (query, options) => client.api.account.sessions.$get({ query }, options),
  // Always stale: it is opened to see other devices.
  { staleTime: 0 },
)
