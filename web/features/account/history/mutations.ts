import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WatchedVideo } from '#contract/schemas/videos/library'
import type { Video } from '#contract/schemas/videos/video'
import { continueQuery, histories } from '#web/entities/video/history/queries'
import { removePlace, removePlaces } from '#web/entities/video/history/watch-log'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { mapPages } from '#web/lib/query/map-pages'
import type { Pages } from '#web/lib/query/paged'
import { renew } from '#web/lib/query/renew'
import { useShownAtOnce } from '#web/lib/query/use-shown-at-once'
import { errorToast, toast } from '#web/ui/feedback/toast'

/** Removes a video from the history: at once on the screen, and back when the server refuses. */
export function useRemoveWatched(account: number) {
  const queryClient = useQueryClient()
  const { mutationKey, stopReads, settle } = useShownAtOnce('history', histories)
  return useMutation({
    mutationKey,
    mutationFn: (id: number) =>
      call(client.api.account.history[':videoId'].$delete({ param: { videoId: String(id) } })),
    onMutate: async (id) => {
      await stopReads()
      queryClient.setQueriesData<Pages<WatchedVideo>>(histories, (pages) =>
        mapPages(pages, (entries) => entries.filter(({ video }) => video.id !== id)),
      )
    },
    onSuccess: (_, id) => {
      removePlace(account, id)
      clearPositions(queryClient, (video) => video.id === id)
    },
    onError: (error) => errorToast("Couldn't remove it", error),
    onSettled: (_, error) => settle(error),
  })
}

/** Clears the history. */
export function useClearHistory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.account.history.$delete()),
    onSuccess: async () => {
      removePlaces()
      clearPositions(queryClient, () => true)
      toast({ title: 'Watch history cleared' })
      // Awaited, so that the list is empty when the dialog closes.
      await renew(queryClient, histories)
    },
    onError: (error) => errorToast("Couldn't clear your history", error),
  })
}

/** Makes videos that were loaded before no longer resume where they were left. */
function clearPositions(queryClient: QueryClient, which: (video: Video) => boolean): void {
  queryClient.setQueriesData<Video | null>({ queryKey: key('videos', 'one') }, (video) =>
    video && which(video) ? { ...video, position: null } : video,
  )
  void queryClient.invalidateQueries(continueQuery)
}
