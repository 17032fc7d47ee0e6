import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { SortOrder } from '#contract/schemas/shared/lists'
import type { Rejection } from '#web/entities/video/manage/rejection-dialog.tsx'
import { call, client } from '#web/lib/api'
import { mapPages } from '#web/lib/query/map-pages'
import { refreshContent } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'
import { pendingQuery } from './queries'

interface Decision {
  video: AdminVideo
  /** Null approves. */
  rejection: Rejection | null
}

/**
 * Approves or rejects the reviewed video. `onGone` receives a video that no longer waits, also when another
 * reviewer was first, as the server then says, and the videos that still wait.
 */
export function useDecide(order: SortOrder, onGone: (video: AdminVideo, waiting: AdminVideo[]) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = pendingQuery(order)
  const listed = () => queryClient.getQueryData(queryKey)?.pages.flatMap(({ items }) => items) ?? []

  return useMutation({
    mutationFn: ({ video: { id, revision }, rejection }: Decision) => {
      const param = { id: String(id) }
      const one = client.api.admin.videos[':id']
      return rejection
        ? call(one.reject.$post({ param, json: { ...rejection, revision } }))
        : call(one.approve.$post({ param, json: { revision } }))
    },
    onSuccess: (_, { video, rejection }) => {
      queryClient.setQueryData(queryKey, (pages) =>
        mapPages(pages, (videos) => videos.filter(({ id }) => id !== video.id)),
      )
      onGone(video, listed())
      toast(
        rejection
          ? {
              title: 'Video rejected',
              description: `“${video.title}” was rejected and set to private. ${video.uploader.username} will get an email.`,
            }
          : { title: 'Video approved', description: `“${video.title}” is now live.` },
      )
      void refreshContent(queryClient)
    },
    onError: async (error, { video, rejection }) => {
      failedTo(rejection ? 'reject video' : 'approve video', error)
      await refreshContent(queryClient)
      const waiting = listed()
      if (!waiting.some(({ id }) => id === video.id)) onGone(video, waiting)
    },
  })
}
