import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangedVideo, DecideChanges } from '#contract/schemas/moderation/changes'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { refreshContent } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'

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

interface Decided extends Pick<DecideChanges, 'decision' | 'note'> {
  changed: ChangedVideo
}

/** For the list: its mutation outlives the card, which is gone once its video is decided. */
export function useDecideChanges() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ changed: { video, changes }, ...decided }: Decided) =>
      call(
        client.api.admin.videos[':id'].changes.$post({
          param: { id: String(video.id) },
          json: { ...decided, changes },
        }),
      ),
    onSuccess: (_answer, { changed, decision }) => toast(doneWords(changed)[decision]),
    onError: (error, { decision }) => {
      // For other decisions, their dialog shows it.
      if (decision === 'accept') failedTo('accept the changes', error)
    },
    // Awaited, so that the video is gone from the list when its dialog closes.
    onSettled: (_answer, _error, { changed: { video } }) =>
      Promise.all([
        refreshContent(queryClient),
        queryClient.invalidateQueries({ queryKey: key('case', video.id) }),
        queryClient.invalidateQueries({ queryKey: key('reviewed', video.id) }),
      ]),
  })
}

function doneWords({ video: { title, uploader } }: ChangedVideo) {
  const description = `${uploader.username} will get an email with the reason.`
  return {
    accept: { title: 'Changes accepted', description: `“${title}” is approved as it is now.` },
    revert: { title: 'Approved texts restored', description },
    recall: { title: 'Sent back to review', description },
  }
}
