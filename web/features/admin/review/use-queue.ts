import { useEffect, useState } from 'react'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { PagedResult } from '#web/lib/query/paged'

/** How many videos before the end of the loaded ones the next page is fetched. */
const ahead = 3

interface Queue {
  /** The video on the desk, null while the desk is closed. */
  current: AdminVideo | null
  /** The one after it, to be preloaded. */
  following: AdminVideo | null
  /** No other video waits. */
  isAlone: boolean
  /** `2 of 10`, or `2 of 24+` where more wait than are loaded. */
  place: string
  open: (video: AdminVideo) => void
  close: () => void
  /** Moves to the next or previous one; wraps around at the ends. */
  move: (step: 1 | -1) => void
  /**
   * Called when the video is decided. If it is on the desk, shows the video that took its place; closes after
   * the last.
   */
  leave: (video: AdminVideo, waiting: readonly AdminVideo[]) => void
}

/** Steps through the waiting videos while the list changes underneath. */
export function useQueue(query: PagedResult<AdminVideo>): Queue {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const [desk, setDesk] = useState<{ video: AdminVideo; at: number } | null>(null)
  const videos = data?.pages.flatMap(({ items }) => items) ?? []
  const listed = desk ? videos.findIndex(({ id }) => id === desk.video.id) : -1
  // Its old position, when another reviewer decided and the list was refetched.
  const at = listed >= 0 ? listed : (desk?.at ?? 0)
  const runsOut = desk !== null && hasNextPage && at >= videos.length - ahead

  useEffect(() => {
    if (runsOut && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [runsOut, isFetching, isFetchNextPageError, fetchNextPage])

  function show(list: readonly AdminVideo[], index: number) {
    const next = (index + list.length) % list.length
    const video = list[next]
    setDesk(video ? { video, at: next } : null)
  }

  // When it is no longer listed, the next one has taken its position.
  const after = listed >= 0 ? at + 1 : at
  return {
    // The list's version, since its uploader may have changed it.
    current: desk && (videos[listed] ?? desk.video),
    following: videos[after] ?? null,
    isAlone: listed >= 0 && videos.length === 1 && !hasNextPage,
    place: `${Math.min(at + 1, videos.length)} of ${videos.length}${hasNextPage ? '+' : ''}`,
    open: (video) => setDesk({ video, at: videos.findIndex(({ id }) => id === video.id) }),
    close: () => setDesk(null),
    move: (step) => show(videos, step === 1 ? after : at - 1),
    leave: (video, waiting) => {
      if (desk?.video.id === video.id) show(waiting, at)
    },
  }
}
