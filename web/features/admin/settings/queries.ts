import { queryOptions } from '@tanstack/react-query'
import type { LegalPage } from '#contract/values/site/legal'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

export const adminSettingsQuery = queryOptions({
  queryKey: key('admin', 'settings'),
  queryFn: ({ signal }) => call(client.api.admin.settings.$get({}, { init: { signal } })),
  // Another administrator may have changed them: the input is compared with the current values.
  staleTime: 0,
})

/** Queries whether cards are taken; again and again while videos are still being sent to review. */
export const cardRulesQuery = queryOptions({
  queryKey: key('admin', 'card rules'),
  queryFn: ({ signal }) => call(client.api.admin['card-rules'].$get({}, { init: { signal } })),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? 10_000 : false),
})

/** Queries the terms that were refused last. */
export const refusedTermsQuery = queryOptions({
  queryKey: key('admin', 'refused terms'),
  queryFn: ({ signal }) => call(client.api.admin['refused-terms'].$get({}, { init: { signal } })),
  staleTime: 30_000,
})

export function adminLegalQuery(slug: LegalPage) {
  return queryOptions({
    queryKey: key('admin', 'legal', slug),
    queryFn: ({ signal }) =>
      call(client.api.admin.legal[':slug'].$get({ param: { slug }, query: {} }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Queries a published version, which never changes. */
export function legalVersionQuery(slug: LegalPage, version: number) {
  return queryOptions({
    queryKey: key('admin', 'legal version', slug, version),
    queryFn: ({ signal }) =>
      call(
        client.api.admin.legal[':slug'].$get(
          { param: { slug }, query: { version: String(version) } },
          { init: { signal } },
        ),
      ),
  })
}
