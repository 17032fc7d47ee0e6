import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'
import { pagedQuery } from '../../../lib/query/paged'
import { type ContentFilters, filterQuery } from './filters'

/** Queries the videos that match the filters, newest first, or by title when one is searched for. */
export function contentQuery(filters: ContentFilters) {
  const query = filterQuery(filters)
  return pagedQuery<AdminVideo>(key('admin', 'content', query), (onward, options) =>
    client.api.admin.videos.$get({ query: { ...query, ...onward } }, options),
  )
}
