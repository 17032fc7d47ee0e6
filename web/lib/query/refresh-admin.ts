import type { QueryClient } from '@tanstack/react-query'
import { key } from './keys'
import { invalidateVideos } from './query-client'

/**
 * After an act of an administrator, and after a refusal, too, which may mean that another one was first: whatever the
 * control panel shows loads anew, and the rest of it, as Overview's counts, when it is opened.
 */
export function refreshAdmin(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key('admin') })
}

/** The same after an act on videos: with what the site shows of them. */
export function refreshContent(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([refreshAdmin(queryClient), invalidateVideos(queryClient)])
}
