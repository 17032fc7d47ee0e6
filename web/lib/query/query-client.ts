import { QueryClient } from '@tanstack/react-query'
import type { Boot } from '../../../contract/schemas/site/boot'
import { continueList } from '../../../contract/values/videos/video-lists'
import { key } from './keys'

/** Nothing is fetched twice on its own: a query says how long its answer stays fresh, the default is for ever. */
export function createQueryClient(boot: Boot | null): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Long enough that Back finds the pages of a list as they were left.
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
    // The same list where it scrolls on without end.
    queryClient.setQueryData(key('videos', 'list', path), { pages: [page], pageParams: [null] })
  }
  if (boot.video) queryClient.setQueryData(key('videos', 'one', boot.video.id), boot.video)
  if (boot.missingVideo) queryClient.setQueryData(key('videos', 'one', boot.missingVideo), null)
}

/** Marks as old what a published, changed or deleted video may have changed; what is on screen loads anew. */
export function invalidateVideos(queryClient: QueryClient): Promise<unknown> {
  // With how many a category has.
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: key('videos') }),
    queryClient.invalidateQueries({ queryKey: key('site', 'categories') }),
  ])
}
