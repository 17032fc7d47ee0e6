import { queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/schemas/site/boot'
import type { Video } from '#contract/schemas/videos/video'
import { relatedPath, type VideosQuery, videosPath } from '#contract/values/videos/video-lists'
import { call, callPage, callUnlessMissing, client } from '../../lib/api'
import { bootKeys } from '../../lib/query/keys'
import { pagedQuery } from '../../lib/query/paged'
import { videoRequest } from '../../lib/video-request'

const staleTime = 60_000

/** Queries one page of a list, for sections that don't scroll on. */
export function videosQuery(query: VideosQuery) {
  return queryOptions({
    queryKey: bootKeys.page(videosPath(query)),
    queryFn: ({ signal }) => callPage(client.api.videos.$get({ query }, { init: { signal } })),
    staleTime,
  })
}

/**
 * Queries the videos to watch after this one. Returned as a page, since the worker writes one into the HTML.
 */
export function relatedQuery(id: number, key?: string | null) {
  return queryOptions({
    queryKey: bootKeys.page(relatedPath(id)),
    queryFn: async ({ signal }): Promise<Page<Video>> => ({
      items: await call(client.api.videos[':id'].related.$get(videoRequest(id, key), { init: { signal } })),
      nextCursor: null,
    }),
    staleTime,
  })
}

/** Queries a list page by page, for endless scrolling. */
export function endlessVideosQuery(query: VideosQuery) {
  return pagedQuery<Video>(
    bootKeys.list(videosPath(query)),
    (onward, options) => client.api.videos.$get({ query: { ...query, ...onward } }, options),
    { staleTime },
  )
}

/** Queries a video; null when the caller may not know of it, which a link with a key may change. */
export function videoQuery(id: number, key?: string | null) {
  return queryOptions({
    queryKey: bootKeys.video(id),
    queryFn: ({ signal }): Promise<Video | null> =>
      callUnlessMissing(client.api.videos[':id'].$get(videoRequest(id, key), { init: { signal } })),
    staleTime: ({ state }) => (key && state.data === null ? 0 : staleTime),
  })
}
