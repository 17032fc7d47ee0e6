import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { type Location, useNavigate } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { listStepsQuery } from '#web/entities/list/list-queries'
import { pathInList } from '#web/entities/list/playing-order'
import { type PlayedNow, usePlayed } from '#web/entities/list/use-played'
import { isLocked } from '#web/entities/video/card/use-locked'
import { type WatchChain, watchedBefore } from '#web/entities/video/playback/watch-chain'
import { relatedQuery, videoQuery } from '#web/entities/video/video-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'

export interface NextVideo {
  next: Video | null
  play: (() => void) | null
}

/**
 * Returns the next video of the list that plays, and none after its last. Without a list, or beside it, or when
 * it can't be loaded, it is the first related video that the viewer may play and hasn't just watched on the way to this one.
 */
export function useNextVideo(video: Video, { state, search }: Location): NextVideo {
  const navigate = useNavigate()
  const related = useRelated(video, state)
  const inList = usePlayed(video.id, search)
  const listed = useListed(inList)
  const isBeside = !inList || ((inList.steps !== undefined || inList.error) && inList.at < 0)
  const next = isBeside ? related : listed
  const step = isBeside ? null : inList.next
  const path = next && (step && inList ? pathInList(step, inList.played) : paths.video(next.id))

  const play = useCallback(() => {
    const chain: WatchChain = { watched: [...watchedBefore(state), video.id] }
    if (path !== null) navigate(path, { state: chain })
  }, [navigate, state, video.id, path])

  return { next, play: next && play }
}

/** Returns the next video of a list. */
function useListed(inList: PlayedNow | null): Video | null {
  const queryClient = useQueryClient()
  const step = inList?.next
  const { data } = useQuery({ ...videoQuery(step?.id ?? 0, step?.key), enabled: Boolean(step) })
  const list = inList?.played.list
  const isGone = Boolean(step) && data === null

  useEffect(() => {
    // The video became unavailable after the order was loaded.
    if (isGone && list) void queryClient.invalidateQueries(listStepsQuery(list))
  }, [isGone, list, queryClient])

  return (step && data) ?? null
}

function useRelated(video: Video, state: unknown): Video | null {
  const viewer = useViewer()
  // The list beside the player, so it needs no request of its own.
  const { data } = useQuery(relatedQuery(video.id, video.unlistedKey))
  const others = data?.items.filter((each) => !isLocked(each, viewer)) ?? []
  return others.find(({ id }) => !watchedBefore(state).includes(id)) ?? others[0] ?? null
}
