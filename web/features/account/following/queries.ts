import type { Followed } from '../../../../contract/schemas/videos/profiles'
import { client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'
import { pagedQuery } from '../../../lib/query/paged'

/** Queries whom the account follows, the latest first. */
export const followsQuery = pagedQuery<Followed>(key('account', 'follows'), (onward, options) =>
  client.api.account.follows.$get({ query: onward }, options),
)
