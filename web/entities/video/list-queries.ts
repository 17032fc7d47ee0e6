import { queryOptions } from '@tanstack/react-query'
import { feedList, trendingList } from '#contract/values/videos/people-lists'
import { callPage, client } from '../../lib/api'
import { bootKeys } from '../../lib/query/keys'

const staleTime = 60_000

/** Queries the trending videos, for the home page. */
export const trendingQuery = queryOptions({
  queryKey: bootKeys.page(trendingList.path),
  queryFn: ({ signal }) =>
    callPage(
      client.api.videos.trending.$get({ query: { limit: String(trendingList.limit) } }, { init: { signal } }),
    ),
  staleTime,
})

/** Queries the newest videos by people the account follows, for the home page. */
export const feedQuery = queryOptions({
  queryKey: bootKeys.page(feedList.path),
  queryFn: ({ signal }) =>
    callPage(
      client.api.account.following.videos.$get(
        { query: { limit: String(feedList.limit) } },
        { init: { signal } },
      ),
    ),
  staleTime,
})
