import { type RefObject, useEffect } from 'react'
import { measureFrames } from '../dom/frame-clock'
import { pauseAtEnd } from '../dom/playback-window'
import { Announcer } from './announcer'
import { usePlayer } from './player-context'
import { TouchSigns } from './touch/touch-signs'
import { useTouch } from './touch/use-touch'
import { useCuePosition } from './use-cue-position'
import { useMediaSession } from './use-media-session'
import { useWakeLock } from './use-wake-lock'

/** Renders everything that the first frame doesn't wait for. Loaded on demand, once a video can play. */
export function PlayerExtras({ videoRef }: { videoRef: RefObject<HTMLVideoElement | null> }) {
  const player = usePlayer()
  const video = videoRef.current
  const sign = useTouch(video)
  useMediaSession(video)
  useWakeLock()
  useCuePosition(video)

  useEffect(() => {
    if (!video) return
    const abort = new AbortController()
    const { signal } = abort
    pauseAtEnd(video, () => player.getSnapshot().window, signal)
    measureFrames(video, (seconds) => (player.frameDuration = seconds), signal)
    return () => abort.abort()
  }, [player, video])

  return (
    <>
      <Announcer />
      {sign ? <TouchSigns sign={sign} /> : null}
    </>
  )
}
