import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import type { Page } from '../../../../contract/schemas/site/boot'

/** So many before the end of what is loaded, more is asked for. */
const ahead = 3

interface Queue {
  /** The video on the desk, null while the desk is closed. */
  current: AdminVideo | null
  /** The one after it, to be loaded in advance. */
  following: AdminVideo | null
  /** `2 of 10`, or `2 of 24+` where more wait than were loaded. */
  place: string
  open: (video: AdminVideo) => void
  close: () => void
  /** To the one after or before; from the last to the first. */
  move: (step: 1 | -1) => void
  /** The video is decided: on to what took its place in the list, if it is on the desk; closed after the last. */
  leave: (video: AdminVideo, waiting: readonly AdminVideo[]) => void
}

/** Goes through what waits, video by video, while the list under it changes. */
export function useQueue(query: UseInfiniteQueryResult<InfiniteData<Page<AdminVideo>>>): Queue {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const [desk, setDesk] = useState<{ video: AdminVideo; at: number } | null>(null)
  const videos = data?.pages.flatMap(({ items }) => items) ?? []
  const listed = desk ? videos.findIndex(({ id }) => id === desk.video.id) : -1
  // Where it stood, when somebody else decided and the list loaded anew.
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

  // What is no longer listed has left its place to the one after it.
  const after = listed >= 0 ? at + 1 : at
  return {
    // As the list has it by now: its uploader may have changed it.
    current: desk && (videos[listed] ?? desk.video),
    following: videos[after] ?? null,
    place: `${Math.min(at + 1, videos.length)} of ${videos.length}${hasNextPage ? '+' : ''}`,
    open: (video) => setDesk({ video, at: videos.findIndex(({ id }) => id === video.id) }),
    close: () => setDesk(null),
    move: (step) => show(videos, step === 1 ? after : at - 1),
    leave: (video, waiting) => {
      if (desk?.video.id === video.id) show(waiting, at)
    },
  }
}
