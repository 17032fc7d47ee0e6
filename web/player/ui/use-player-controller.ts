import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { TimeRange } from '../core/time-range'
import type { CaptionTrack } from '../dom/captions'
import { PlayerController } from '../dom/player-controller'
import type { PlayerSource } from '../dom/source-loader'

export interface PlayerControllerInput {
  containerRef: RefObject<HTMLElement | null>
  videoRef: RefObject<HTMLVideoElement | null>
  source: PlayerSource
  autoPlay: boolean
  startAt: number
  window: TimeRange | null
  captions: readonly CaptionTrack[]
  onWatched: () => void
  onTrouble: () => Promise<unknown> | undefined
}

/** Ties a controller to the rendered elements while they exist; `null` in the very first render. */
export function usePlayerController(input: PlayerControllerInput): PlayerController | null {
  const { containerRef, videoRef, autoPlay, startAt, captions } = input
  const { id, files } = input.source
  const [player, setPlayer] = useState<PlayerController | null>(null)
  const onWatched = useEffectEvent(input.onWatched)
  const onTrouble = useEffectEvent(input.onTrouble)

  useLayoutEffect(() => {
    const container = containerRef.current
    const video = videoRef.current
    if (!container || !video) return
    const created = new PlayerController({
      video,
      container,
      onWatched: () => onWatched(),
      onTrouble: () => onTrouble(),
    })
    setPlayer(created)
    return () => created.destroy()
  }, [containerRef, videoRef])

  useLayoutEffect(
    () => player?.setSource({ id, files }, autoPlay, startAt),
    [player, id, files, autoPlay, startAt],
  )

  useLayoutEffect(() => player?.setCaptionTracks(captions), [player, captions])

  const { start, end } = input.window ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies(id): a window left in one video opens in the next
  useLayoutEffect(() => {
    player?.setWindow(start === undefined || end === undefined ? null : { start, end })
  }, [player, id, start, end])

  return player
}
