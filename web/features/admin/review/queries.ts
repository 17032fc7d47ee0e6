import { queryOptions } from '@tanstack/react-query'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { SortOrder } from '#contract/schemas/shared/lists'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Queries the videos that await approval, page by page. */
export function pendingQuery(order: SortOrder) {
  return pagedQuery<AdminVideo>(key('admin', 'pending', order), (query, options) =>
    client.api.admin.videos.pending.$get(
      { query: { ...query, ...(order === 'desc' && { order }) } },
      options,
    ),
  )
}

/**
 * Queries a video with its files for review. Kept by revision and outside other areas: a replaced file must
 * not be approved unseen, and nothing may refetch under the player.
 */
export function reviewedQuery({ id, revision }: Pick<AdminVideo, 'id' | 'revision'>) {
  return queryOptions({
    queryKey: key('reviewed', id, revision),
    queryFn: ({ signal }) =>
      call(client.api.admin.videos[':id'].case.$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 5 * 60_000,
  })
}

/** Queries a video with its files for the case viewer. Nothing may refetch under the player. */
export function caseQuery(id: number) {
  return queryOptions({
    queryKey: key('case', id),
    queryFn: ({ signal }) =>
      call(client.api.admin.videos[':id'].case.$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 5 * 60_000,
  })
}

/** Queries the video's uploader and their record. */
export function uploaderQuery(videoId: number) {
  return queryOptions({
    queryKey: key('admin', 'uploader', videoId),
    queryFn: ({ signal }) =>
      call(
        client.api.admin.videos[':id'].uploader.$get(
          { param: { id: String(videoId) } },
          { init: { signal } },
        ),
      ),
    staleTime: 30_000,
  })
}
