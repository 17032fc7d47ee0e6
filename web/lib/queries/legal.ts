import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../api'
import type { LegalPage } from '../paths'

export function legalQuery(slug: LegalPage) {
  return queryOptions({
    queryKey: [`/api/legal/${slug}`],
    queryFn: ({ signal }) => call(client.api.legal[':slug'].$get({ param: { slug } }, { init: { signal } })),
  })
}
