import { queryOptions } from '@tanstack/react-query'
import type { Notice } from '#contract/schemas/site/notices'
import { noticesInPanel } from '#contract/values/shared/notices'
import { callPage, client } from '../../lib/api'
import { key } from '../../lib/query/keys'
import { pagedQuery } from '../../lib/query/paged'

/** Queries the account's notifications, latest first. */
export const noticesQuery = pagedQuery<Notice>(
  key('account', 'notices', 'list'),
  (onward, options) => client.api.notifications.$get({ query: onward }, options),
  { staleTime: 0 },
)

/** Queries the latest notifications, for the panel under the bell. */
export const latestNoticesQuery = queryOptions({
  queryKey: key('account', 'notices', 'latest'),
  queryFn: ({ signal }) =>
    callPage<Notice>(
      client.api.notifications.$get({ query: { limit: String(noticesInPanel) } }, { init: { signal } }),
    ),
  staleTime: 0,
})
