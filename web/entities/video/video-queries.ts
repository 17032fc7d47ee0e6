import { queryOptions } from '@tanstack/react-query'
import type { Video } from '../../../contract/schemas/videos/videos'
import { type VideosQuery, videosPath } from '../../../contract/values/videos/video-lists'
import { callPage, callUnlessMissing, client } from '../../lib/api'
import { bootKeys } from '../../lib/query/keys'
import { pagedQuery } from '../../lib/query/paged'

const staleTime = 60_000

/** Queries one page of a list, for sections that don't scroll on. */
export function videosQuery(query: VideosQuery) {
  return queryOptions({
    queryKey: bootKeys.page(videosPath(query)),
    queryFn: ({ signal }) => callPage(client.api.videos.$get({ query }, { init: { signal } })),
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

/** Queries a video; null when the caller may not know of it. */
export function videoQuery(id: number) {
  return queryOptions({
    queryKey: bootKeys.video(id),
    queryFn: ({ signal }): Promise<Video | null> =>
      callUnlessMissing(client.api.videos[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime,
  })
}
