import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { bootKeys } from '../../lib/query/keys'

/** Queries the public part of the settings. */
export const settingsQuery = queryOptions({
  queryKey: bootKeys.settings,
  queryFn: ({ signal }) => call(client.api.settings.$get({}, { init: { signal } })),
})

/** Returns scheme, host and port of the site, for links that are copied out of it. */
export function useSiteOrigin(): string {
  return useQuery(settingsQuery).data?.siteUrl ?? location.origin
}

export function useSiteName(): string {
  return useQuery(settingsQuery).data?.siteName ?? 'Nocturne'
}

/** Returns the operator's own logo, if there is one. */
export function useLogo() {
  return useQuery(settingsQuery).data?.logo
}
