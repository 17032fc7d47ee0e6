import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Location, useNavigate } from 'react-router'
import type { Video } from '../../../../../contract/schemas/videos/videos'
import { pathInList } from '../../../../entities/list/playing-order'
import { usePlayed } from '../../../../entities/list/use-played'
import { isLocked } from '../../../../entities/video/use-locked'
import { relatedQuery, videoQuery } from '../../../../entities/video/video-queries'
import { type WatchChain, watchedBefore } from '../../../../entities/video/watch-chain'
import { useViewer } from '../../../../entities/viewer/viewer-query'
import { paths } from '../../../../lib/paths'

export interface NextVideo {
  next: Video | null
  play: (() => void) | null
}

/**
 * Returns the next video of the list that plays, and none after its last. Without a list it is the first related
 * video that the viewer may play and hasn't just watched on the way to this one.
 */
export function useNextVideo(video: Video, { state, search }: Location): NextVideo {
  const navigate = useNavigate()
  const related = useRelated(video, state)
  const inList = usePlayed(video.id, search)
  const step = inList?.next
  const { data: listed } = useQuery({
    ...videoQuery(step?.id ?? 0, step?.key),
    enabled: Boolean(step),
  })
  const next = inList ? ((step && listed) ?? null) : related
  const path = next && (inList && step ? pathInList(step, inList.played) : paths.video(next.id))

  const play = useCallback(() => {
    const chain: WatchChain = { watched: [...watchedBefore(state), video.id] }
    if (path !== null) navigate(path, { state: chain })
  }, [navigate, state, video.id, path])

  return { next, play: next && play }
}

function useRelated(video: Video, state: unknown): Video | null {
  const viewer = useViewer()
  // The list beside the player, so it needs no request of its own.
  const { data } = useQuery(relatedQuery(video.id, video.unlistedKey))
  const others = data?.items.filter((each) => !isLocked(each, viewer)) ?? []
  return others.find(({ id }) => !watchedBefore(state).includes(id)) ?? others[0] ?? null
}
