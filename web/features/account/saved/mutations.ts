import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SavedVideo } from '#contract/schemas/videos/library'
import { movePlaced, type Placing } from '#web/entities/video/reorder/move'
import { savedLists, savedStateQuery } from '#web/entities/video/saved/queries'
import { call, client } from '#web/lib/api'
import { mapPages } from '#web/lib/query/map-pages'
import type { Pages } from '#web/lib/query/paged'
import { useShownAtOnce } from '#web/lib/query/use-shown-at-once'
import { errorToast } from '#web/ui/feedback/toast'
import { savedQuery } from './queries'

/** One at a time, in the order of the moves: each builds on the one before. */
const inTurn = { id: 'place-saved' }
const changes = 'saved'

/** Moves a video in the account's own order: at once on the screen, and back when the server refuses. */
export function usePlaceSaved() {
  const queryClient = useQueryClient()
  const { queryKey } = savedQuery('own')
  const { mutationKey, stopReads, settle } = useShownAtOnce(changes, savedLists)
  return useMutation({
    scope: inTurn,
    mutationKey,
    mutationFn: ({ videoId, before }: Placing) =>
      call(
        client.api.account.saved[':videoId'].place.$put({
          param: { videoId: String(videoId) },
          json: { before },
        }),
      ),
    onMutate: async (placing) => {
      await stopReads()
      queryClient.setQueryData(queryKey, (pages) => movePlaced(pages, placing, ({ video }) => video.id))
    },
    onError: (error) => errorToast("Couldn't move it", error),
    onSettled: (_, error) => settle(error),
  })
}

/** Removes a video from the list: at once on the screen, and back when the server refuses. */
export function useUnsave(account: number) {
  const queryClient = useQueryClient()
  const { mutationKey, stopReads, settle } = useShownAtOnce(changes, savedLists)
  return useMutation({
    mutationKey,
    mutationFn: (id: number) => call(client.api.videos[':id'].save.$delete({ param: { id: String(id) } })),
    onMutate: async (id) => {
      await stopReads()
      queryClient.setQueriesData<Pages<SavedVideo>>(savedLists, (pages) =>
        mapPages(pages, (kept) => kept.filter(({ video }) => video.id !== id)),
      )
    },
    onSuccess: (_, id) => queryClient.setQueryData(savedStateQuery(account, id).queryKey, false),
    onError: (error) => errorToast("Couldn't remove it", error),
    onSettled: (_, error) => settle(error),
  })
}
