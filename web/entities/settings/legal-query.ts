import { queryOptions } from '@tanstack/react-query'
import type { LegalPage } from '#contract/values/site/legal'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'

export function legalQuery(slug: LegalPage) {
  return queryOptions({
    queryKey: key('site', 'legal', slug),
    queryFn: ({ signal }) => call(client.api.legal[':slug'].$get({ param: { slug } }, { init: { signal } })),
  })
}
