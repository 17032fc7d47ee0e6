import { queryOptions } from '@tanstack/react-query'
import type { Profile } from '#contract/schemas/videos/profiles'
import type { Video } from '#contract/schemas/videos/video'
import { profileVideosPath } from '#contract/values/videos/people-lists'
import { call, callUnlessMissing, client } from '../../lib/api'
import { bootKeys, key } from '../../lib/query/keys'
import { pagedQuery } from '../../lib/query/paged'

const staleTime = 60_000

/** Queries an uploader's page; null if it isn't shown. */
export function profileQuery(username: string) {
  return queryOptions({
    queryKey: bootKeys.profile(username),
    queryFn: ({ signal }): Promise<Profile | null> =>
      callUnlessMissing(client.api.users[':username'].$get({ param: { username } }, { init: { signal } })),
    staleTime,
  })
}

export const profileSorts = ['newest', 'popular'] as const
export type ProfileSort = (typeof profileSorts)[number]

/** Queries an uploader's videos page by page. */
export function profileVideosQuery(username: string, sort: ProfileSort) {
  return pagedQuery<Video>(
    bootKeys.list(profileVideosPath(username, sort)),
    (onward, options) =>
      client.api.users[':username'].videos.$get({ param: { username }, query: { sort, ...onward } }, options),
    { staleTime },
  )
}

/** Queries whether an account follows an uploader, and how many do. */
export function followQuery(account: number, id: number) {
  return queryOptions({
    queryKey: key('videos', 'follow', account, id),
    queryFn: ({ signal }) =>
      call(client.api.account.follows[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime,
  })
}
