import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { PlayerController } from '../../dom/player-controller'
import type { ControlsVisibility } from '../use-controls-visibility'

/**
 * Clicks on the picture play and pause, two of them toggle fullscreen (and undo each other's first meaning). A
 * finger has no hover, so a tap calls the controls or sends them away; only the first one starts the video.
 */
export function usePictureGestures(
  videoRef: RefObject<HTMLVideoElement | null>,
  player: PlayerController | null,
  controls: ControlsVisibility,
): void {
  const onTap = useEffectEvent(() => {
    if (player && !player.getSnapshot().started) player.play()
    else if (controls.shown) controls.rest()
    else controls.wake()
  })

  useEffect(() => {
    const video = videoRef.current
    if (!video || !player) return
    const abort = new AbortController()
    const { signal } = abort
    let touch = false
    // Not every browser says on the click itself what made it.
    video.addEventListener('pointerdown', (event) => (touch = event.pointerType === 'touch'), { signal })
    video.addEventListener('click', () => (touch ? onTap() : player.togglePlay()), { signal })
    video.addEventListener('dblclick', () => !touch && player.toggleFullscreen(), { signal })
    return () => abort.abort()
  }, [videoRef, player])
}
