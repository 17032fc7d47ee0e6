import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { PlayerController } from '../../dom/player-controller'
import type { ControlsVisibility } from '../use-controls-visibility'

/**
 * Handles clicks on the picture: one plays or pauses, a double click toggles fullscreen, and its two clicks
 * cancel each other. Touch has no hover, so a tap shows or hides the controls; only the first tap starts the
 * video.
 */
export function usePictureGestures(
  videoRef: RefObject<HTMLVideoElement | null>,
  player: PlayerController | null,
  controls: ControlsVisibility,
): void {
  const onTap = useEffectEvent((video: HTMLVideoElement) => {
    // A resumed video isn't at its start, and hasn't played either.
    if (player?.getSnapshot().paused && video.played.length === 0) player.play()
    else if (controls.shown) controls.rest()
    else controls.wake()
  })

  useEffect(() => {
    const video = videoRef.current
    if (!video || !player) return
    const abort = new AbortController()
    const { signal } = abort
    let touch = false
    // Not every browser gives the pointer type on the click itself.
    video.addEventListener('pointerdown', (event) => (touch = event.pointerType === 'touch'), { signal })
    video.addEventListener('click', () => (touch ? onTap(video) : player.togglePlay()), { signal })
    video.addEventListener('dblclick', () => !touch && player.toggleFullscreen(), { signal })
    return () => abort.abort()
  }, [videoRef, player])
}
