import type { QueryClient } from '@tanstack/react-query'
import { invalidateVideos } from './invalidate-videos'
import { key } from './keys'

/**
 * Refreshes the control panel after an administrator's action, even a refused one: another administrator may
 * have been first. Queries on screen refetch now, the rest when they are opened.
 */
export function refreshAdmin(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key('admin') })
}

/** Refreshes the control panel and the site's videos after an action on videos. */
export function refreshContent(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([refreshAdmin(queryClient), invalidateVideos(queryClient)])
}
