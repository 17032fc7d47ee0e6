import { queryOptions, useQuery } from '@tanstack/react-query'
import type { VideoCopies } from '#contract/schemas/moderation/safety'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'

/** Queries the other videos that a removal of this one concerns, or concerned. */
export function copiesQuery(videoId: number) {
  return queryOptions({
    queryKey: key('admin', 'copies', videoId),
    queryFn: ({ signal }): Promise<VideoCopies> =>
      call(
        client.api.admin.videos[':id'].copies.$get({ param: { id: String(videoId) } }, { init: { signal } }),
      ),
  })
}

/** Returns them for a decision, which waits until they are known or couldn't be loaded; null asks for none. */
export function useCopies(videoId: number | null) {
  const { data: copies, isLoading: isLooking } = useQuery({
    ...copiesQuery(videoId ?? 0),
    enabled: videoId !== null,
  })
  return { copies, isLooking }
}
