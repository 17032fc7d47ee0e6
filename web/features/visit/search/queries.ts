import type { Video } from '../../../../contract/schemas/videos/videos'
import { client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'
import { pagedQuery } from '../../../lib/query/paged'

export function searchResultsQuery(q: string) {
  return pagedQuery<Video>(
    key('videos', 'search', q),
    (onward, options) => client.api.search.$get({ query: { q, ...onward } }, options),
    { staleTime: 60_000 },
  )
}
