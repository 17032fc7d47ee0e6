import type { QueryClient } from '@tanstack/react-query'
import { bootKeys, key } from './keys'

/**
 * Invalidates everything that a published, changed or deleted video may affect; queries on screen refetch.
 */
export function invalidateVideos(queryClient: QueryClient): Promise<unknown> {
  // Includes the number of videos per category.
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: key('videos') }),
    queryClient.invalidateQueries({ queryKey: bootKeys.categories }),
  ])
}
