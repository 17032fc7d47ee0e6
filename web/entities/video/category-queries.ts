import { queryOptions } from '@tanstack/react-query'
import type { Category } from '#contract/schemas/videos/categories'
import { uncategorizedId } from '#contract/values/videos/categories'
import { call, client } from '../../lib/api'
import { bootKeys } from '../../lib/query/keys'

export const categoriesQuery = queryOptions({
  queryKey: bootKeys.categories,
  queryFn: ({ signal }) => call(client.api.categories.$get({}, { init: { signal } })),
  staleTime: 5 * 60_000,
})

/** Returns the categories to browse: Uncategorized is among them only while it has videos. */
export function withVideos(categories: readonly Category[] = []): readonly Category[] {
  return categories.filter(({ id, videoCount }) => id !== uncategorizedId || videoCount > 0)
}
