import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSwitchVideo } from '../../../entities/video/use-switch-video'
import { call, client } from '../../../lib/api'
import { invalidateVideos } from '../../../lib/query/invalidate-videos'
import { key } from '../../../lib/query/keys'
import { errorToast, toast } from '../../../ui/feedback/toast'

/** Hides or shows a video. */
export function useTogglePublic() {
  const queryClient = useQueryClient()
  return useSwitchVideo({
    lists: { queryKey: key('videos', 'own') },
    refresh: () => invalidateVideos(queryClient),
    onSwitched: ({ isPublic }) =>
      toast(
        isPublic
          ? { title: 'Video shown', description: "It's public now." }
          : { title: 'Video hidden', description: 'Only you can see it now.' },
      ),
    onRefused: (error) => errorToast('Update failed', error),
  })
}

/** Resubmits a rejected video, and tells its owner the result. */
export function useResubmit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(client.api.videos[':id'].resubmit.$post({ param: { id: String(id) } })),
    onSuccess: () => toast({ title: 'Video resubmitted', description: "It's waiting for review again." }),
    onError: (error) => errorToast('Resubmit failed', error),
    onSettled: () => invalidateVideos(queryClient),
  })
}

export function useDeleteVideo(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(client.api.videos[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: (_, id) => {
      onDeleted(id)
      toast({ title: 'Video deleted' })
    },
    onError: (error) => errorToast('Delete failed', error),
    // Awaited, so that the video is gone from the list when its dialog closes. A refusal may mean that it was
    // gone already.
    onSettled: () => invalidateVideos(queryClient),
  })
}
