import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { PlayerSource } from '../dom/media-source-adapter'
import { PlayerController } from '../dom/player-controller'
import { createProgressiveAdapter } from '../dom/progressive-adapter'

export interface PlayerControllerInput {
  containerRef: RefObject<HTMLElement | null>
  videoRef: RefObject<HTMLVideoElement | null>
  source: PlayerSource
  autoPlay: boolean
  onWatched: () => void
}

/** Ties a controller to the rendered elements for as long as they stand; `null` in the very first render. */
export function usePlayerController(input: PlayerControllerInput): PlayerController | null {
  const { containerRef, videoRef, autoPlay } = input
  const { id, url, type } = input.source
  const [player, setPlayer] = useState<PlayerController | null>(null)
  const onWatched = useEffectEvent(input.onWatched)

  useLayoutEffect(() => {
    const container = containerRef.current
    const video = videoRef.current
    if (!container || !video) return
    const created = new PlayerController({
      video,
      container,
      adapter: createProgressiveAdapter(video),
      onWatched: () => onWatched(),
    })
    setPlayer(created)
    return () => created.destroy()
  }, [containerRef, videoRef])

  useLayoutEffect(() => player?.setSource({ id, url, type }, autoPlay), [player, id, url, type, autoPlay])

  return player
}
