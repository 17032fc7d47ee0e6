import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { ContentSort } from '#contract/values/moderation/content'
import { pageSize } from '#contract/values/shared/limits'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { orderParams, type TableOrder } from '#web/lib/table/order'
import { type ContentFilters, filterQuery, ordersOf } from './filters'

/** Queries a page of the videos that match the filters, from a cursor on. */
export function contentQuery(filters: ContentFilters, order: TableOrder<ContentSort>, after: string | null) {
  const query = {
    limit: String(pageSize.max),
    ...filterQuery(filters),
    ...orderParams(order, ordersOf(filters)),
  }
  return pagedQuery<AdminVideo>(
    key('admin', 'content', { ...query, ...(after && { after }) }),
    (onward, options) => client.api.admin.videos.$get({ query: { ...query, ...onward } }, options),
    { from: after },
  )
}
