import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminVideo, BulkChange } from '#contract/schemas/moderation/content'
import { useSwitchVideo } from '#web/entities/video/manage/use-switch'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { refreshContent } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'

/** Changes the Premium or Public switch of a listed video. */
export function useSwitchListed() {
  const queryClient = useQueryClient()
  return useSwitchVideo({
    lists: { queryKey: key('admin', 'content') },
    refresh: () => refreshContent(queryClient),
    onRefused: (error) => failedTo('update video', error),
  })
}

export function useDeleteVideo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AdminVideo) =>
      withPassword(() => call(client.api.videos[':id'].$delete({ param: { id: String(id) } }))),
    onSuccess: (_, { title }) =>
      toast({ title: 'Video deleted', description: `“${title}” is no longer shown.` }),
    onError: (error) => failedTo('delete video', error),
    // Awaited, so that the video is gone from the list when its dialog closes.
    onSettled: () => refreshContent(queryClient),
  })
}

/** Runs one action on many videos. Deleting asks for the password unless it was typed recently. */
export function useBulk() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: BulkChange) =>
      withPassword(() => call(client.api.admin.videos.bulk.$post({ json: change }))),
    onError: (error, { action }) => failedTo(bulkSubjects[action], error),
    onSettled: () => void refreshContent(queryClient),
  })
}

const bulkSubjects: Record<BulkChange['action'], string> = {
  approve: 'approve videos',
  reject: 'reject videos',
  delete: 'delete videos',
  public: 'update videos',
  private: 'update videos',
  premium: 'update videos',
  free: 'update videos',
}
