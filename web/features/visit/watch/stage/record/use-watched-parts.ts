import { useEffect } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { curveBins, curveShare } from '#contract/values/videos/curve'
import { call, client } from '#web/lib/api'
import { type VideoRequest, videoRequest } from '#web/lib/video-request'
import { WatchedParts } from '#web/player/core/watched-parts'
import type { PlayerController } from '#web/player/dom/player-controller'
import { usePlayer } from '#web/player/ui/player-context'
import { followPlayback } from './follow-playback'

/**
 * Reports which parts of the video were seen, for a sample of the views. `omit` sends no cookies, so that no
 * one is identified; `key` is the one in an unlisted video's link.
 */
export function useWatchedParts(
  { id, views }: Pick<Video, 'id' | 'views'>,
  key: string | null | undefined,
  credentials?: 'omit',
): void {
  const player = usePlayer()
  // biome-ignore lint/correctness/useExhaustiveDependencies(views): counting a view changes it
  useEffect(() => {
    if (Math.random() >= curveShare(views)) return
    return follow(player, videoRequest(id, key), { keepalive: true, ...(credentials && { credentials }) })
  }, [player, id, key, credentials])
}

/** Follows a video until it is left, and then sends which parts were seen. Returns a function that leaves it. */
function follow(player: PlayerController, video: VideoRequest, init: RequestInit): () => void {
  const watched = new WatchedParts(curveBins)

  function read(): void {
    const { ready, currentTime, duration, rate, paused } = player.getSnapshot()
    if (ready) watched.follow({ now: performance.now(), currentTime, duration, rate, paused })
  }

  let sent = false
  function leave(): void {
    if (sent || watched.parts === 0) return
    sent = true
    const request = { ...video, json: { parts: watched.parts } }
    call(client.api.videos[':id'].watched.$post(request, { init })).catch(() => undefined)
  }

  return followPlayback(player, read, leave)
}
