import { queryOptions } from '@tanstack/react-query'
import type { ListItem } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { call, callUnlessMissing, client } from '../../lib/api'
import { readId } from '../../lib/navigation/paths'
import { key } from '../../lib/query/keys'
import { pagedQuery } from '../../lib/query/paged'

// Always stale where a list is opened to see a video added just now.

/** Matches everything about lists. */
export const allOfLists = { queryKey: key('lists') }

export const listsQuery = queryOptions({
  queryKey: key('lists', 'all'),
  queryFn: ({ signal }) => call(client.api.lists.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Queries a list of the account's; null when it has none of this ID. */
export function listQuery(id: number) {
  return queryOptions({
    queryKey: key('lists', 'one', String(id)),
    queryFn: ({ signal }) => callUnlessMissing(client.api.lists[':id'].$get(named(id), { init: { signal } })),
    staleTime: 0,
  })
}

/** Queries the account's lists, and which of them hold a video. */
export function listsForQuery(videoId: number) {
  return queryOptions({
    queryKey: key('lists', 'for', videoId),
    queryFn: ({ signal }) =>
      call(
        client.api.lists.for[':videoId'].$get({ param: { videoId: String(videoId) } }, { init: { signal } }),
      ),
    staleTime: 0,
  })
}

export function listItemsQuery(id: number) {
  return pagedQuery<ListItem>(
    key('lists', 'items', String(id)),
    (onward, options) => client.api.lists[':id'].videos.$get({ ...named(id), query: onward }, options),
    { staleTime: 0 },
  )
}

/** Queries a list by the key in its link; null when it opens none. */
export function sharedListQuery(link: string) {
  return queryOptions({
    queryKey: key('lists', 'shared', link),
    queryFn: ({ signal }) =>
      callUnlessMissing(client.api.list[':key'].$get({ param: { key: link } }, { init: { signal } })),
  })
}

export function sharedItemsQuery(link: string) {
  return pagedQuery<Video>(key('lists', 'shared items', link), (onward, options) =>
    client.api.list[':key'].videos.$get({ param: { key: link }, query: onward }, options),
  )
}

/**
 * Queries some videos of a list while it plays, in its order. An account's own list is named by its ID,
 * another by the key in its link.
 */
export function listVideosQuery(list: string, videos: readonly number[]) {
  const id = readId(list)
  const ids = videos.join()
  return queryOptions({
    queryKey: key('lists', 'some', list, ids),
    queryFn: async ({ signal }) => {
      const asked = { query: { ids } }
      const options = { init: { signal } }
      if (id === null)
        return call(client.api.list[':key'].videos.$get({ param: { key: list }, ...asked }, options))
      const items = await call(client.api.lists[':id'].videos.$get({ ...named(id), ...asked }, options))
      return items.flatMap(({ video }) => video ?? [])
    },
    staleTime: 60_000,
  })
}

/**
 * Queries the steps of a list, in its order: an account's own by its ID, another by the key in its link. Null
 * if there is no such list.
 */
export function listStepsQuery(list: string) {
  const id = readId(list)
  return queryOptions({
    queryKey: key('lists', 'steps', list),
    queryFn: ({ signal }) =>
      callUnlessMissing(
        id === null
          ? client.api.list[':key'].order.$get({ param: { key: list } }, { init: { signal } })
          : client.api.lists[':id'].order.$get(named(id), { init: { signal } }),
      ),
    staleTime: 60_000,
  })
}

function named(id: number) {
  return { param: { id: String(id) } }
}
