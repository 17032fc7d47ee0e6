import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Suggestion } from '#contract/schemas/videos/search'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries suggestions for a text; the call for the previous text is given up. */
export function suggestionsQuery(text: string) {
  return queryOptions({
    queryKey: key('videos', 'suggestions', text),
    queryFn: ({ signal }): Promise<Suggestion[]> =>
      call(client.api.search.suggest.$get({ query: { q: text } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
