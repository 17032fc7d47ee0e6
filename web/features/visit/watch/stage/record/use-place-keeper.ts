import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { isHistoryPaused } from '#web/entities/video/history/discreet'
import { refreshWatched } from '#web/entities/video/history/queries'
import { keepPlace, removePlaces } from '#web/entities/video/history/watch-log'
import { videoQuery } from '#web/entities/video/video-queries'
import { useViewer, viewerQuery } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { videoRequest } from '#web/lib/video-request'
import { usePlayer } from '#web/player/ui/player-context'
import { followPlayback } from './follow-playback'
import { PlaceKeeper } from './place-keeper'

/** Records the viewer's position. Nothing else records who watched. */
export function usePlaceKeeper({ id, unlistedKey, duration, position = null }: Video): void {
  const player = usePlayer()
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const viewer = user?.id ?? null
  const known = useRef(viewer)
  const isOff = user?.savesHistory === false

  // biome-ignore lint/correctness/useExhaustiveDependencies(position): reporting changes it
  useEffect(() => {
    // When off, nothing is recorded, not even in this browser.
    if (isOff) return removePlaces()
    // A viewer who signs out during playback leaves no position at which the next person would resume.
    if (viewer === null && known.current !== null) return
    known.current = viewer
    if (duration === null) return
    const isForbidden = () =>
      isHistoryPaused() || (queryClient.getQueryData(viewerQuery.queryKey)?.id ?? null) !== viewer
    const { queryKey } = videoQuery(id)
    const keeper = new PlaceKeeper({
      duration,
      told: viewer === null ? null : (position ?? 0),
      now: performance.now(),
      keep(place, told) {
        if (!isForbidden()) keepPlace(viewer, { id, position: place, told })
      },
      report(place, leaving) {
        if (isForbidden()) return
        queryClient.setQueryData(queryKey, (video) => video && { ...video, position: place || null })
        void reportPosition(videoRequest(id, unlistedKey), place, leaving).then(() =>
          refreshWatched(queryClient),
        )
      },
    })
    /** Nothing is recorded about a video that didn't play, nor about a selection of it. */
    let played = false
    let last = player.getSnapshot()

    function follow(): void {
      const state = player.getSnapshot()
      // Another video is loading, and this one's position is no longer available.
      if (!state.ready) return
      const stopped = state.paused && !last.paused
      last = state
      if (state.status === 'playing' && state.window === null) played = true
      if (!played) return
      if (stopped || state.ended) keeper.stop(performance.now(), state.currentTime, false)
      else if (!state.paused) keeper.tick(performance.now(), state.currentTime)
    }

    function leave(): void {
      if (played) keeper.stop(performance.now(), last.currentTime, true)
    }

    return followPlayback(player, follow, leave)
  }, [player, queryClient, viewer, isOff, id, unlistedKey, duration])
}

/** Sends a position. A failure is no reason to disturb the viewer, and this browser has stored it too. */
function reportPosition(
  video: ReturnType<typeof videoRequest>,
  position: number,
  keepalive: boolean,
): Promise<void> {
  const { progress } = client.api.videos[':id']
  const request = { ...video, json: { position } }
  return call(progress.$put(request, { init: { keepalive } })).then(nothing, nothing)
}

function nothing(): void {}
