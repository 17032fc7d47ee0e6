import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangedVideo, DecideChanges } from '../../../../contract/schemas/moderation/changes'
import { call, client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'
import { pagedQuery } from '../../../lib/query/paged'
import { refreshContent } from '../../../lib/query/refresh-admin'

/** Queries videos whose texts were changed since their approval, longest changed first. */
export const changedQuery = pagedQuery<ChangedVideo>(key('admin', 'changed'), (query, options) =>
  client.api.admin.videos.changed.$get({ query }, options),
)

/** Queries a track's text as it was approved and as it is shown. */
export function captionsQuery(videoId: number, language: string, changes: number) {
  return queryOptions({
    queryKey: key('admin', 'changed track', videoId, language, changes),
    queryFn: ({ signal }) =>
      call(
        client.api.admin.videos[':id'].changes.captions[':language'].$get(
          { param: { id: String(videoId), language } },
          { init: { signal } },
        ),
      ),
  })
}

export function useDecideChanges({ video, changes }: ChangedVideo) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decided: Pick<DecideChanges, 'decision' | 'note'>) =>
      call(
        client.api.admin.videos[':id'].changes.$post({
          param: { id: String(video.id) },
          json: { ...decided, changes },
        }),
      ),
    // Awaited, so that the video is gone from the list when its dialog closes.
    onSettled: () => refreshContent(queryClient),
  })
}
