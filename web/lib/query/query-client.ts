import { QueryClient } from '@tanstack/react-query'
import type { Boot } from '../../../contract/schemas/site/boot'
import { settingsQuery } from '../../entities/settings/settings-query'
import { categoriesQuery } from '../../entities/video/category-queries'
import { videoQuery } from '../../entities/video/video-queries'
import { viewerQuery } from '../../entities/viewer/viewer-query'

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
  queryClient.setQueryData(settingsQuery.queryKey, boot.settings)
  queryClient.setQueryData(viewerQuery.queryKey, boot.viewer)
  if (boot.categories) queryClient.setQueryData(categoriesQuery.queryKey, boot.categories)
  for (const [path, page] of Object.entries(boot.lists ?? {})) {
    queryClient.setQueryData([path], page)
    // The same list where it scrolls on without end.
    queryClient.setQueryData([path, 'pages'], { pages: [page], pageParams: [null] })
  }
  if (boot.video) queryClient.setQueryData(videoQuery(boot.video.id).queryKey, boot.video)
  if (boot.missingVideo) queryClient.setQueryData(videoQuery(boot.missingVideo).queryKey, null)
}

/** Everything that says something about videos: lists, details, results, and how many a category has. */
const aboutVideos = ['/api/videos', '/api/search', '/api/categories']

/** Marks as old what a published, changed or deleted video may have changed; what is on screen loads anew. */
export function invalidateVideos(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      typeof key === 'string' &&
      aboutVideos.some((path) => key === path || key.startsWith(`${path}/`) || key.startsWith(`${path}?`)),
  })
}
