import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { EmbeddedVideo } from '#contract/schemas/videos/embed'
import { embedRenewAfter } from '#contract/values/videos/embed'

/** Between two tries, where the first failed or the video was paused. */
const retryMs = 60_000

/**
 * Renews the video's URLs before they expire, as long as it plays. A paused one is renewed when it goes on: a
 * frame left open somewhere asks for nothing.
 */
export function useRenewal(
  main: RefObject<HTMLElement | null>,
  video: EmbeddedVideo,
  renew: () => Promise<void>,
): void {
  const onDue = useEffectEvent(() => void renew())
  // A new answer is a new object, and begins a new term.
  useEffect(() => {
    const player = main.current?.querySelector('video')
    if (!player) return
    let timer = setTimeout(tick, video.expiresIn * 1000 * embedRenewAfter)
    let isDue = false
    function tick() {
      isDue = true
      if (player && !player.paused) onDue()
      timer = setTimeout(tick, retryMs)
    }
    function resume() {
      if (isDue) onDue()
    }
    player.addEventListener('play', resume)
    return () => {
      clearTimeout(timer)
      player.removeEventListener('play', resume)
    }
  }, [main, video])
}
