import { Pause, Play, RefreshCw, SkipForward, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, type Location } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { usePlayback, usePlayer } from '#web/player/ui/player-context'
import { useSurface } from '#web/player/ui/player-surface'
import { IconButton } from '#web/ui/icon-button.tsx'
import './mini-player.css'
import { useMiniPlayer } from './use-mini-player'

const icons = { Play, Pause, Replay: RefreshCw, 'Try again': RefreshCw }

/**
 * Replaces the player's controls while the viewer browses. All of it leads back to the video's page. At the
 * end it waits, since nothing may lead viewers away from where they are.
 */
export function MiniPlayer({ video, place }: { video: Video; place: Location }) {
  const player = usePlayer()
  const { onNext } = useSurface()
  const label = usePlayback(({ failure, ended, paused }) =>
    failure ? 'Try again' : ended ? 'Replay' : paused ? 'Play' : 'Pause',
  )
  const Icon = icons[label]
  const close = useMiniPlayer(video)
  const bar = useRef<HTMLDivElement>(null)

  function closeAndFocus() {
    // The button that had the focus goes. The page stays where it is scrolled to.
    document.querySelector('main')?.focus({ preventScroll: true })
    close()
  }

  const onEscape = useEffectEvent(closeAndFocus)
  useEffect(() => {
    const panel = bar.current?.closest('section')
    const abort = new AbortController()
    const { signal } = abort
    panel?.addEventListener('keydown', ({ key }) => key === 'Escape' && onEscape(), { signal })
    // Of two sounds at once, the one started last stays.
    document.addEventListener(
      'play',
      ({ target }) => {
        const isOther = target instanceof HTMLMediaElement && !panel?.contains(target)
        if (isOther && !target.muted && !player.getSnapshot().paused) player.togglePlay()
      },
      { signal, capture: true },
    )
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    return () => abort.abort()
  }, [player])

  return (
    <>
      <Progress />
      <div ref={bar} className="mini-player-bar">
        <Link
          to={{ pathname: place.pathname, search: place.search }}
          state={place.state}
          aria-label={`Back to ${video.title}`}
          draggable={false}
        >
          {video.title}
        </Link>
        {label === 'Replay' && onNext ? (
          <IconButton label="Next video" onClick={onNext}>
            <SkipForward className="size-5 fill-current" aria-hidden />
          </IconButton>
        ) : null}
        <IconButton
          label={label}
          onClick={() => (label === 'Try again' ? player.tryAgain() : player.togglePlay())}
        >
          <Icon
            className={label === 'Play' || label === 'Pause' ? 'size-5 fill-current' : 'size-5'}
            aria-hidden
          />
        </IconButton>
        <IconButton label="Close mini player" onClick={closeAndFocus}>
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
    </>
  )
}

/** How much of the video has played, for the eye alone. */
function Progress() {
  const share = usePlayback(({ currentTime, duration }) => (duration > 0 ? currentTime / duration : 0))
  return <div aria-hidden className="mini-player-progress" style={{ scale: `${share} 1` }} />
}
