import { queryOptions } from '@tanstack/react-query'
import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { call, client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'
import { pagedQuery } from '../../../lib/query/paged'

/** What waits for approval, oldest first, page after page. */
export const pendingQuery = pagedQuery<AdminVideo>(key('admin', 'pending'), (query, options) =>
  client.api.admin.videos.pending.$get({ query }, options),
)

/**
 * A video with its files, as it is looked at. Kept by revision, and apart from what the site and the control panel
 * keep: what was replaced since must not be approved unseen, and nothing may load anew under the player.
 */
export function reviewedQuery({ id, revision }: Pick<AdminVideo, 'id' | 'revision'>) {
  return queryOptions({
    queryKey: key('reviewed', id, revision),
    queryFn: ({ signal }) =>
      call(client.api.videos[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 5 * 60_000,
  })
}

/** Whose video it is, and how they have done so far. */
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
