import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { formatDuration } from '#contract/values/shared/duration'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { videoQuery } from '#web/entities/video/video-queries'
import { useSurface } from '#web/player/ui/player-surface'
import { Button } from '#web/ui/button.tsx'
import { CountdownRing } from './countdown-ring'
import { useCountdown } from './use-countdown'

const countdownSeconds = 8
/** Events that show that the viewer is using the page. */
const useOfThePage = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Offers the next video at the end of one. It starts automatically unless the viewer cancels it or is using
 * the page.
 */
export function UpNext({ video }: { video: Video }) {
  const queryClient = useQueryClient()
  const { onNext, setCovered } = useSurface()
  const card = useRef<HTMLElement>(null)
  const [state, setState] = useState<'counting' | 'stopped' | 'gone'>('counting')
  const left = useCountdown(countdownSeconds, state === 'counting', () => onNext?.())

  // With the next video preloaded the player stays mounted, also in fullscreen.
  useEffect(
    () => void queryClient.prefetchQuery(videoQuery(video.id, video.unlistedKey)),
    [queryClient, video.id, video.unlistedKey],
  )

  useEffect(() => {
    const abort = new AbortController()
    function stop(event: Event): void {
      const dismissed = event instanceof KeyboardEvent && event.key === 'Escape'
      setState((now) => (dismissed ? 'gone' : now === 'counting' ? 'stopped' : now))
    }
    for (const name of useOfThePage) {
      document.addEventListener(name, stop, { signal: abort.signal, passive: true, capture: true })
    }
    return () => abort.abort()
  }, [])

  const shown = state !== 'gone'
  useLayoutEffect(() => {
    if (!shown) return
    // A focused control disappears, so the player takes its focus.
    const player = card.current?.closest<HTMLElement>('[role="group"]')
    if (player?.contains(document.activeElement)) player.focus({ preventScroll: true })
    setCovered(true)
    return () => setCovered(false)
  }, [shown, setCovered])

  if (!shown) return null
  return (
    <section
      ref={card}
      aria-label="Up next"
      className="absolute inset-0 grid animate-fade place-items-center bg-black/85 p-3"
    >
      <div className="grid max-w-md justify-items-center gap-2 text-center sm:gap-3">
        <p role="status" className="text-dim text-meta">
          Up next
          {state === 'counting' ? <span className="sr-only">, in {countdownSeconds} seconds</span> : null}
        </p>
        <div className="flex items-center gap-4 text-left">
          <div className="relative w-32 shrink-0 overflow-hidden rounded-card sm:w-44">
            <Poster of={video} sizes="176px" priority />
            {state === 'counting' ? (
              <span className="absolute inset-0 grid place-items-center bg-black/45">
                <CountdownRing left={left} of={countdownSeconds} />
              </span>
            ) : null}
          </div>
          <p className="grid">
            <span className="wrap-anywhere line-clamp-2 font-medium sm:text-lead">{video.title}</span>
            <span className="text-dim text-meta tabular-nums">{formatDuration(video.duration ?? 0)}</span>
          </p>
        </div>
        <div className="flex gap-3">
          <Button onClick={() => setState('gone')}>Cancel</Button>
          <Button variant="primary" onClick={() => onNext?.()}>
            Play now
          </Button>
        </div>
      </div>
    </section>
  )
}
