import { queryOptions } from '@tanstack/react-query'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import type { UserFilter } from '../../../../contract/values/moderation/users'
import { call, client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'
import { pagedQuery } from '../../../lib/query/paged'

export interface UserSearch {
  /** The start of a username or an email address. */
  q: string
  filter: UserFilter
}

/** Queries accounts, newest first, page by page. */
export function usersQuery({ q, filter }: UserSearch) {
  const query = { ...(q ? { q } : {}), ...(filter === 'all' ? {} : { filter }) }
  return pagedQuery<AdminUser>(key('admin', 'users', query), (onward, options) =>
    client.api.admin.users.$get({ query: { ...query, ...onward } }, options),
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
