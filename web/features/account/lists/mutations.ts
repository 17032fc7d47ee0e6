import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListChoice, ListItem, UpdateList } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { allOfLists, listItemsQuery, listQuery, listsForQuery } from '#web/entities/list/list-queries'
import { movePlaced, type Placing } from '#web/entities/video/reorder/move'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { mapPages } from '#web/lib/query/map-pages'
import { renew } from '#web/lib/query/renew'
import { useShownAtOnce } from '#web/lib/query/use-shown-at-once'
import { errorToast } from '#web/ui/feedback/toast'

const idOf = (id: number) => ({ param: { id: String(id) } })
const itemOf = (id: number, videoId: number) => ({ param: { id: String(id), videoId: String(videoId) } })

/** Makes a list, and puts a video into it if one is given. */
export function useCreateList(video?: Video) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const list = await call(client.api.lists.$post({ json: { name } }))
      if (video) await sendItem(list.id, video, true)
      return list
    },
    // Also when the list was made, but the video couldn't be added.
    onSettled: () => renew(queryClient, allOfLists),
  })
}

/** Changes the name of a list, or whether others can open it. */
export function useUpdateList(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: UpdateList) => call(client.api.lists[':id'].$patch({ ...idOf(id), json })),
    onSuccess: (list) => {
      queryClient.setQueryData(listQuery(id).queryKey, list)
      void renew(queryClient, { queryKey: key('lists', 'all') })
    },
  })
}

export function useRenewListLink(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (replaces: string) =>
      call(client.api.lists[':id'].link.$post({ ...idOf(id), json: { replaces } })),
    onSuccess: (list) => queryClient.setQueryData(listQuery(id).queryKey, list),
  })
}

export function useDeleteList(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.lists[':id'].$delete(idOf(id))),
    onSuccess: () => renew(queryClient, { queryKey: key('lists', 'all') }),
  })
}

function sendItem(id: number, { id: videoId, unlistedKey }: Video, on: boolean) {
  const { ':videoId': item } = client.api.lists[':id'].videos
  const at = itemOf(id, videoId)
  return call(on ? item.$put({ ...at, query: unlistedKey ? { key: unlistedKey } : {} }) : item.$delete(at))
}

/** One at a time, in the order of the clicks, so that the last one wins. */
const inTurn = { id: 'list-choice' }

/** Puts a video into a list or takes it out: at once on the screen, and back when the server refuses. */
export function useChooseList(video: Video) {
  const queryClient = useQueryClient()
  const { queryKey } = listsForQuery(video.id)

  function show(id: number, holds: boolean) {
    const changed = (list: ListChoice) =>
      list.id === id && list.holds !== holds ? { ...list, holds, count: list.count + (holds ? 1 : -1) } : list
    queryClient.setQueryData(queryKey, (lists) => lists?.map(changed))
  }

  return useMutation({
    scope: inTurn,
    mutationFn: ({ id, holds }: { id: number; holds: boolean }) => sendItem(id, video, holds),
    onMutate: async ({ id, holds }) => {
      await queryClient.cancelQueries({ queryKey })
      show(id, holds)
    },
    onError: (error, { id, holds }) => {
      show(id, !holds)
      errorToast("Couldn't change the list", error)
    },
    onSettled: (_video, _error, { id }) => {
      // The picker is right by now; only the list's own queries are out of date.
      for (const part of ['one', 'items', 'steps'] as const)
        void queryClient.invalidateQueries({ queryKey: key('lists', part, String(id)) })
    },
  })
}

const changes = 'list'
const byVideo = ({ videoId }: ListItem) => videoId

/** Moves a video in a list: at once on the screen, and back when the server refuses. */
export function useMoveInList(id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = listItemsQuery(id)
  const { mutationKey, stopReads, settle } = useShownAtOnce(changes, { queryKey })
  return useMutation({
    // Each builds on the one before.
    scope: { id: 'list-order' },
    mutationKey,
    mutationFn: ({ videoId, before }: Placing) =>
      call(client.api.lists[':id'].videos[':videoId'].$patch({ ...itemOf(id, videoId), json: { before } })),
    onMutate: async (placing) => {
      await stopReads()
      queryClient.setQueryData(queryKey, (pages) => movePlaced(pages, placing, byVideo))
    },
    onError: (error) => errorToast("Couldn't move it", error),
    onSettled: (_, error) => {
      settle(error)
      void queryClient.invalidateQueries({ queryKey: key('lists', 'steps', String(id)) })
    },
  })
}

/** Removes a video from a list: at once on the screen, and back when the server refuses. */
export function useRemoveFromList(id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = listItemsQuery(id)
  const { mutationKey, stopReads, settle } = useShownAtOnce(changes, { queryKey })
  return useMutation({
    mutationKey,
    mutationFn: (videoId: number) =>
      call(client.api.lists[':id'].videos[':videoId'].$delete(itemOf(id, videoId))),
    onMutate: async (videoId) => {
      await stopReads()
      queryClient.setQueryData(queryKey, (pages) =>
        mapPages(pages, (items) => items.filter((item) => item.videoId !== videoId)),
      )
    },
    onError: (error) => errorToast("Couldn't remove it", error),
    onSettled: (_, error) => {
      settle(error)
      for (const part of ['one', 'steps'] as const)
        void queryClient.invalidateQueries({ queryKey: key('lists', part, String(id)) })
    },
  })
}
