import { QueryClient } from '@tanstack/react-query'
import type { Boot } from '#contract/schemas/site/boot'
import { continueList } from '#contract/values/videos/video-lists'
import type { shopQuery } from '../entities/payment/payment-queries'
import type { settingsQuery } from '../entities/settings/settings-query'
import type { profileQuery } from '../entities/uploader/profile-queries'
import type { categoriesQuery } from '../entities/video/category-queries'
import type { continueQuery } from '../entities/video/history/queries'
import type { endlessVideosQuery, videoQuery, videosQuery } from '../entities/video/video-queries'
import type { viewerQuery } from '../entities/viewer/viewer-query'
import { bootKeys } from '../lib/query/keys'

/** The keys with their queries' data. Only types of the queries, so that the entry doesn't load them. */
const keys = bootKeys as {
  viewer: typeof viewerQuery.queryKey
  settings: typeof settingsQuery.queryKey
  categories: typeof categoriesQuery.queryKey
  unfinished: typeof continueQuery.queryKey
  page: (path: string) => ReturnType<typeof videosQuery>['queryKey']
  list: (path: string) => ReturnType<typeof endlessVideosQuery>['queryKey']
  shop: typeof shopQuery.queryKey
  video: (id: number) => ReturnType<typeof videoQuery>['queryKey']
  profile: (username: string) => ReturnType<typeof profileQuery>['queryKey']
}

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
        // Long enough for Back to find the loaded pages of a list. In the worker it goes with its page, without a timer.
        gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000,
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
  queryClient.setQueryData(keys.settings, boot.settings)
  queryClient.setQueryData(keys.viewer, boot.viewer)
  if (boot.categories) queryClient.setQueryData(keys.categories, boot.categories)
  for (const [path, page] of Object.entries(boot.lists ?? {})) {
    if (path === continueList.path) {
      queryClient.setQueryData(keys.unfinished, page)
      continue
    }
    queryClient.setQueryData(keys.page(path), page)
    // The endless list that begins with this page.
    queryClient.setQueryData(keys.list(path), { pages: [page], pageParams: [null] })
  }
  if (boot.shop) queryClient.setQueryData(keys.shop, boot.shop)
  if (boot.video) queryClient.setQueryData(keys.video(boot.video.id), boot.video)
  if (boot.profile) queryClient.setQueryData(keys.profile(boot.profile.name), boot.profile.profile)
  if (boot.missingVideo) queryClient.setQueryData(keys.video(boot.missingVideo), null)
}
