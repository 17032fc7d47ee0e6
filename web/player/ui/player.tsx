import { useRef, useState } from 'react'
import type { PlayerSource } from '../dom/media-source-adapter'
import { Announcer } from './announcer'
import { ControlBar } from './control-bar'
import { FailurePanel } from './failure-panel'
import { PictureOverlay } from './picture-overlay'
import { PlayerContext, usePlaybackOf } from './player-context'
import { useControlsVisibility } from './use-controls-visibility'
import { useHotkeys } from './use-hotkeys'
import { usePictureGestures } from './use-picture-gestures'
import { usePlayerController } from './use-player-controller'

export interface PlayerProps {
  source: PlayerSource
  poster?: string | undefined
  title: string
  /** Once per video: after 5 s of real playback, or at the end of a shorter one. */
  onWatched: () => void
  autoPlay?: boolean
  /** Space, M, F and arrows also work while nothing on the page has focus. For pages that are about the video. */
  pageHotkeys?: boolean
}

export function Player({
  source,
  poster,
  title,
  onWatched,
  autoPlay = false,
  pageHotkeys = false,
}: PlayerProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const videoRef = useRef<HTMLVideoElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const player = usePlayerController({ containerRef, videoRef, source, autoPlay, onWatched })
  const paused = usePlaybackOf(player, (state) => state.paused)
  const fullscreen = usePlaybackOf(player, (state) => state.fullscreen)
  const failure = usePlaybackOf(player, (state) => state.failure)
  const status = usePlaybackOf(player, (state) => state.status)
  const controls = useControlsVisibility(!paused && !failure, menuOpen)
  const onKeyDown = useHotkeys(player, containerRef, pageHotkeys)
  usePictureGestures(videoRef, player, controls)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and lays out differently
    <div
      ref={containerRef}
      role="group"
      aria-label={`Video player: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the group takes focus so that its shortcuts have a home
      tabIndex={0}
      data-status={status}
      data-paused={paused || undefined}
      data-fullscreen={fullscreen || undefined}
      data-idle={!controls.shown || undefined}
      className="relative aspect-video w-full overflow-hidden bg-black text-text select-none data-idle:cursor-none sm:rounded-panel data-fullscreen:rounded-none"
      onKeyDown={(event) => {
        controls.wake()
        onKeyDown(event)
      }}
      {...controls.handlers}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: no video has captions yet */}
      <video ref={videoRef} poster={poster} preload="metadata" playsInline className="size-full" />
      {player ? (
        <PlayerContext value={player}>
          <PictureOverlay />
          {failure ? (
            <FailurePanel
              failure={failure}
              onTryAgain={() => containerRef.current?.focus({ preventScroll: true })}
            />
          ) : (
            <ControlBar shown={controls.shown} onUse={controls.wake} onMenuOpenChange={setMenuOpen} />
          )}
          <Announcer />
        </PlayerContext>
      ) : null}
    </div>
  )
}
