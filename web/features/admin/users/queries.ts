import { queryOptions } from '@tanstack/react-query'
import type { AdminUser } from '#contract/schemas/moderation/users'
import {
  maySortBothWays,
  sortsOfUsers,
  type UserFilter,
  type UserSort,
} from '#contract/values/moderation/users'
import { pageSize } from '#contract/values/shared/limits'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { orderParams, type TableOrder, type TableOrders } from '#web/lib/table/order'

export interface UserSearch {
  /** The start of a username or an email address. */
  q: string
  filter: UserFilter
}

/** The orders that a list of accounts offers. */
export function ordersOf({ q, filter }: UserSearch): TableOrders<UserSort> {
  return { offered: sortsOfUsers(filter, q), ascending: ['name', 'premium'] }
}

/** Queries a page of accounts, from a cursor on. */
export function usersQuery(search: UserSearch, order: TableOrder<UserSort>, after: string | null) {
  const { q, filter } = search
  const query = {
    limit: String(pageSize.max),
    ...(q && { q }),
    ...(filter !== 'all' && { filter }),
    ...(maySortBothWays(filter, q) && orderParams(order, ordersOf(search))),
  }
  return pagedQuery<AdminUser>(
    key('admin', 'users', { ...query, ...(after && { after }) }),
    (onward, options) => client.api.admin.users.$get({ query: { ...query, ...onward } }, options),
    { from: after },
  )
}

export function userQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'user', id),
    queryFn: ({ signal }) =>
      call(client.api.admin.users[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 0,
  })
}
