import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { mapPages } from '#web/lib/query/map-pages'
import type { Pages } from '#web/lib/query/paged'

/** The switches that change, with their new values. */
export type Switches = Partial<Pick<Video, 'isPremium' | 'isPublic'>>

export interface SwitchVideoOptions {
  /** The lists that show the switch. */
  lists: QueryFilters
  /** Refetches everything that the change may affect. */
  refresh: () => Promise<unknown>
  onSwitched?: (change: Switches) => void
  onRefused: (error: Error) => void
}

/** One at a time, in the order of the clicks, so that the last one wins. */
const inTurn = { id: 'switch-video' }

/** Changes a switch of a video: at once on the screen, and back when the server refuses. */
export function useSwitchVideo({ lists, refresh, onSwitched, onRefused }: SwitchVideoOptions) {
  const queryClient = useQueryClient()

  function show(id: number, change: Switches) {
    queryClient.setQueriesData<Pages<Video>>(lists, (pages) =>
      mapPages(pages, (videos) => videos.map((video) => (video.id === id ? switched(video, change) : video))),
    )
  }

  return useMutation({
    scope: inTurn,
    mutationKey: [inTurn.id],
    mutationFn: ({ id, change }: { id: number; change: Switches }) =>
      call(client.api.videos[':id'].$patch({ param: { id: String(id) }, json: change })),
    onMutate: async ({ id, change }) => {
      // A response to an earlier request would bring the old state back.
      await queryClient.cancelQueries(lists)
      show(id, change)
    },
    onSuccess: (_, { change }) => onSwitched?.(change),
    onError: (error, { id, change }) => {
      // Only the refused ones: other switches may have changed since.
      show(id, opposite(change))
      onRefused(error)
    },
    onSettled: () => {
      // Before the last change is through, a refetch would show the waiting ones as they were.
      const last = queryClient.isMutating({ mutationKey: [inTurn.id] }) === 1
      if (last) void refresh()
    },
  })
}

/** While a rejection hides the video, Public changes for the approval that may follow. */
function switched(video: Video, change: Switches): Video {
  const { isPublic } = change
  if (isPublic === undefined) return { ...video, ...change }
  const alone = { visibility: isPublic ? 'public' : 'private', unlistedKey: null, publishAt: null } as const
  if ((video.publicOnApproval ?? null) === null) return { ...video, ...change, ...alone }
  return { ...video, ...change, ...alone, isPublic: video.isPublic, publicOnApproval: isPublic }
}

function opposite(change: Switches): Switches {
  return Object.fromEntries(Object.entries(change).map(([name, on]) => [name, !on]))
}
