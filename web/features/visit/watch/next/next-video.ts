import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Location, useNavigate } from 'react-router'
import type { Video } from '../../../../../contract/schemas/videos/videos'
import { isLocked } from '../../../../entities/video/use-locked'
import { relatedQuery } from '../../../../entities/video/video-queries'
import { useViewer } from '../../../../entities/viewer/viewer-query'
import { paths } from '../../../../lib/paths'
import { type WatchChain, watchedBefore } from '../stage/watch-chain'

export interface NextVideo {
  next: Video | null
  play: (() => void) | null
}

/** Returns the first related video that the viewer may play and hasn't just watched on the way to this one. */
export function useNextVideo(video: Video, { state }: Location): NextVideo {
  const viewer = useViewer()
  const navigate = useNavigate()
  // The list beside the player, so it needs no request of its own.
  const { data } = useQuery(relatedQuery(video.id, video.unlistedKey))
  const others = data?.items.filter((each) => !isLocked(each, viewer)) ?? []
  const next = others.find(({ id }) => !watchedBefore(state).includes(id)) ?? others[0] ?? null
  const nextId = next?.id

  const play = useCallback(() => {
    const chain: WatchChain = { watched: [...watchedBefore(state), video.id] }
    if (nextId !== undefined) navigate(paths.video(nextId), { state: chain })
  }, [navigate, state, video.id, nextId])

  return { next, play: next && play }
}
