import { QueryClient } from '@tanstack/react-query'
import type { Boot } from '../../../contract/schemas/site/boot'
import { continueList } from '../../../contract/values/videos/video-lists'
import { key } from './keys'

/**
 * Creates the query client. Nothing refetches automatically: each query sets how long it stays fresh, for
 * ever by default.
 */
export function createQueryClient(boot: Boot | null): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Long enough for Back to find the loaded pages of a list.
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  })
  if (boot) seed(queryClient, boot)
  return queryClient
}

function seed(queryClient: QueryClient, boot: Boot): void {
  queryClient.setQueryData(key('site', 'settings'), boot.settings)
  queryClient.setQueryData(key('viewer'), boot.viewer)
  if (boot.categories) queryClient.setQueryData(key('site', 'categories'), boot.categories)
  for (const [path, page] of Object.entries(boot.lists ?? {})) {
    if (path === continueList.path) {
      queryClient.setQueryData(key('account', 'continue'), page)
      continue
    }
    queryClient.setQueryData(key('videos', 'page', path), page)
    // The endless list that begins with this page.
    queryClient.setQueryData(key('videos', 'list', path), { pages: [page], pageParams: [null] })
  }
  if (boot.video) queryClient.setQueryData(key('videos', 'one', boot.video.id), boot.video)
  if (boot.missingVideo) queryClient.setQueryData(key('videos', 'one', boot.missingVideo), null)
}

/**
 * Invalidates everything that a published, changed or deleted video may affect; what is on screen refetches.
 */
export function invalidateVideos(queryClient: QueryClient): Promise<unknown> {
  // Includes the number of videos per category.
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: key('videos') }),
    queryClient.invalidateQueries({ queryKey: key('site', 'categories') }),
  ])
}
