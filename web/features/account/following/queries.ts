import type { Followed } from '#contract/schemas/videos/profiles'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Queries the people the account follows, latest first. */
export const followsQuery = pagedQuery<Followed>(key('account', 'follows'), (onward, options) =>
  client.api.account.follows.$get({ query: onward }, options),
)
