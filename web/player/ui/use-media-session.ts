import { useEffect, useEffectEvent } from 'react'
import { neutralTitle } from '#contract/values/site/display'
import { isChosen } from '../../lib/dom/display-choice'
import { seekButtonSeconds } from '../core/hotkeys'
import { usePlayback, usePlayer } from './player-context'
import { useSurface } from './player-surface'

/** Tells the system what is playing, and handles media keys, lock screen and headphones. */
export function useMediaSession(video: HTMLVideoElement | null): void {
  const player = usePlayer()
  const { title, poster, onNext } = useSurface()
  const started = usePlayback((state) => state.started)
  const paused = usePlayback((state) => state.paused)
  const hasNext = onNext !== null
  const playNext = useEffectEvent(() => onNext?.())
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null

  useEffect(() => {
    if (!session || !started) return
    const shown = isChosen('discreet')
      ? { title: neutralTitle }
      : { title, artwork: poster ? [{ src: poster }] : [] }
    session.metadata = new MediaMetadata(shown)
    return () => {
      session.metadata = null
    }
  }, [session, started, title, poster])

  useEffect(() => {
    if (!session || !started) return
    session.playbackState = paused ? 'paused' : 'playing'
    return () => {
      session.playbackState = 'none'
    }
  }, [session, started, paused])

  useEffect(() => {
    if (!session || !started) return
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => player.getSnapshot().paused && player.togglePlay()],
      ['pause', () => !player.getSnapshot().paused && player.togglePlay()],
      ['seekbackward', ({ seekOffset }) => player.seekBy(-(seekOffset ?? seekButtonSeconds))],
      ['seekforward', ({ seekOffset }) => player.seekBy(seekOffset ?? seekButtonSeconds)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime)],
      ['nexttrack', hasNext ? () => playNext() : null],
    ]
    for (const [action, handler] of handlers) session.setActionHandler(action, handler)
    return () => {
      for (const [action] of handlers) session.setActionHandler(action, null)
    }
  }, [session, started, player, hasNext])

  useEffect(() => {
    if (!session || !video) return
    const abort = new AbortController()
    function place(): void {
      const { duration, currentTime, rate, started } = player.getSnapshot()
      if (!started || duration <= 0) return
      session?.setPositionState({ duration, playbackRate: rate, position: Math.min(currentTime, duration) })
    }
    for (const name of ['play', 'pause', 'seeked', 'ratechange', 'durationchange']) {
      video.addEventListener(name, place, { signal: abort.signal })
    }
    return () => {
      abort.abort()
      session.setPositionState()
    }
  }, [session, video, player])
}
