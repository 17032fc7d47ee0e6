import type { AdminTag } from '#contract/schemas/videos/tags'
import type { TagFilter } from '#contract/values/videos/tags'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

export interface TagSearch {
  /** The start of a name. */
  q: string
  filter: TagFilter
}

/** Queries a page of tags, from a cursor on. */
export function tagsQuery({ q, filter }: TagSearch, after: string | null) {
  const query = { ...(q && { q }), ...(filter !== 'all' && { filter }) }
  return pagedQuery<AdminTag>(
    key('admin', 'tags', { ...query, ...(after && { after }) }),
    (onward, options) => client.api.admin.tags.$get({ query: { ...query, ...onward } }, options),
    { from: after },
  )
}
