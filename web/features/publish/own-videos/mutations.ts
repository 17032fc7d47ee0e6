import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnBulk } from '#contract/schemas/videos/video'
import { useSwitchVideo } from '#web/entities/video/manage/use-switch'
import { call, client } from '#web/lib/api'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import { key } from '#web/lib/query/keys'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { allKeptForDays, countVideos, keptForDays, ownBulkWords } from './own-bulk-words'

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
    onSuccess: () => toast({ title: 'Video resubmitted', description: "It's pending review again." }),
    onError: (error) => errorToast('Resubmit failed', error),
    onSettled: () => invalidateVideos(queryClient),
  })
}

/** Deletes a video, and offers to undo it. */
export function useDeleteVideo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(client.api.videos[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: (_, id) =>
      toast({ title: 'Video deleted', description: keptForDays, action: undo(queryClient, [id]) }),
    onError: (error) => errorToast('Delete failed', error),
    // Awaited, so that the video is gone from the list when its dialog closes. A refusal may mean that it was
    // gone already.
    onSettled: () => invalidateVideos(queryClient),
  })
}

/** Does one thing to many videos, tells how many it was done to, and offers to undo a deletion. */
export function useOwnBulk() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeMany,
    onSuccess: (result, { action }) => {
      const done = result.filter(({ ok }) => ok).map(({ id }) => id)
      if (done.length === 0) return
      toast({
        title: `${countVideos(done.length)} ${ownBulkWords[action].done}`,
        ...(action === 'delete' && {
          description: done.length === 1 ? keptForDays : allKeptForDays,
          action: undo(queryClient, done),
        }),
      })
    },
    onError: (error) => errorToast('Update failed', error),
    onSettled: () => invalidateVideos(queryClient),
  })
}

function changeMany(change: OwnBulk) {
  return call(client.api.videos['my-videos'].bulk.$post({ json: change }))
}

/** Restores deleted videos. The toast that offers it outlives the list's mutations. */
function undo(queryClient: QueryClient, ids: number[]) {
  const restore = async () => {
    try {
      const result = await changeMany({ ids, action: 'restore' })
      const refused = result.find(({ ok }) => !ok)
      if (refused) errorToast('Undo failed', refused.detail ?? 'Look under Deleted, and try again.')
      else toast({ title: ids.length === 1 ? 'Video restored' : `${countVideos(ids.length)} restored` })
    } catch (error) {
      errorToast('Undo failed', error)
    }
    await invalidateVideos(queryClient)
  }
  return { label: 'Undo', act: () => void restore() }
}
