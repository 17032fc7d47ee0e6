import { useEffect } from 'react'
import { playFrom } from '#web/entities/video/playback/play-from'
import { asksToPlay } from '#web/player/dom/taken-keys'

/** Keeps a press of Space while the video's page is loading: the video then plays, and the page isn't scrolled. */
export function useEarlyPlay(videoId: number): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!asksToPlay(event)) return
      event.preventDefault()
      playFrom(videoId)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [videoId])
}
