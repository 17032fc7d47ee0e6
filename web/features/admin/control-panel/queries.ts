import { queryOptions } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries the videos, members, payments and cases that a pasted text names. */
export function findThingsQuery(text: string) {
  return queryOptions({
    queryKey: key('admin', 'find', text),
    queryFn: ({ signal }) => call(client.api.admin.find.$get({ query: { q: text } }, { init: { signal } })),
    staleTime: 0,
  })
}
