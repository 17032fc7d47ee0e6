import { queryOptions } from '@tanstack/react-query'
import type { Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { type Pages, pagedQuery } from '#web/lib/query/paged'
import { type OwnList, ownListQuery } from './own-list'

const staleTime = 30_000
/** Milliseconds between polls while something is being processed. */
const processingPoll = 2000

export function ownVideosQuery(list: OwnList) {
  const query = ownListQuery(list)
  return pagedQuery<Video>(
    key('videos', 'own', query),
    (onward, options) => client.api.videos['my-videos'].$get({ query: { ...query, ...onward } }, options),
    { staleTime },
  )
}

/** Returns the polling interval while any loaded video is being processed, else false. */
export function processingInterval(data: Pages<Video> | undefined): number | false {
  const videos = data?.pages.flatMap(({ items }) => items) ?? []
  return videos.some(({ status }) => status === 'processing') && processingPoll
}

export const ownCountsQuery = queryOptions({
  queryKey: key('videos', 'own counts'),
  queryFn: ({ signal }) => call(client.api.videos['my-videos'].counts.$get({}, { init: { signal } })),
  refetchInterval: ({ state }) => Boolean(state.data?.processing) && processingPoll,
  staleTime,
})
