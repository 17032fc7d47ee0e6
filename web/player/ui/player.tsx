import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyExtra } from '../../lib/lazy-part'
import type { HotkeyCommand } from '../core/hotkeys'
import type { Storyboard } from '../core/storyboard'
import type { TimeRange } from '../core/time-range'
import type { CaptionTrack } from '../dom/captions'
import { readPreferences, writePreferences } from '../dom/preferences'
import { runCommand } from '../dom/run-command'
import type { PlayerSource } from '../dom/source-loader'
import { ControlBar } from './control-bar'
import { FailurePanel } from './failure-panel'
import { PictureOverlay } from './picture-overlay'
import { PlayerContext, usePlaybackOf } from './player-context'
import { type PlayerAction, SurfaceContext, type Theatre } from './player-surface'
import { useSeekPreview } from './seek/use-seek-preview'
import { usePictureGestures } from './touch/use-picture-gestures'
import { useControlsVisibility } from './use-controls-visibility'
import { useHotkeys } from './use-hotkeys'
import { usePlayerController } from './use-player-controller'
import { useVideoElement } from './use-video-element'

const PlayerExtras = lazyExtra(() => import('./player-extras'), 'PlayerExtras')
const ShortcutSheet = lazyExtra(() => import('./shortcut-sheet'), 'ShortcutSheet')

const none: readonly never[] = []

export interface PlayerProps {
  /** ID of its element, for a link to it. */
  id?: string | undefined
  source: PlayerSource
  poster?: string | undefined
  title: string
  /** Once per video: after 5 s of real playback, or at the end of a shorter one. */
  onWatched: () => void
  /** A source failed; its URL may have expired. New ones come with `source`, by the time that this settles. */
  onTrouble?: () => Promise<unknown> | undefined
  /** Notes that the viewer has confirmed their age, which a refused file may need. */
  onConfirmAge?: () => void
  autoPlay?: boolean
  /** Second at which a newly loaded video begins. */
  startAt?: number
  /** The only part to play, until the viewer leaves it. */
  window?: TimeRange | null
  storyboard?: Storyboard | null
  captions?: readonly CaptionTrack[]
  /** The keys work on the whole page, as on a page about the video. */
  pageHotkeys?: boolean
  /** Leaves the controls, and the keys, to `children`. */
  isMini?: boolean
  theatre?: Theatre | undefined
  /** Lies over the picture once there is one, with access to the player's state. */
  children?: ReactNode
}

export function Player(props: PlayerProps) {
  const { poster, title, captions = none, storyboard = null } = props
  const containerRef = useRef<HTMLDivElement>(null)
  const hostRef = useRef<HTMLDivElement>(null)
  const videoRef = useRef<HTMLVideoElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [actions, setActions] = useState<readonly PlayerAction[]>(none)
  const [next, setNext] = useState<{ play: () => void } | null>(null)
  const registerNext = useCallback((play: (() => void) | null) => setNext(play && { play }), [])
  const [covered, setCovered] = useState(false)
  const [autoplayNext, setAutoplayNext] = useState(() => readPreferences().autoplayNext ?? true)
  const [previewed, preview] = useSeekPreview()
  useVideoElement(hostRef, videoRef, { id: props.source.id, poster })
  const player = usePlayerController({
    containerRef,
    videoRef,
    source: props.source,
    autoPlay: props.autoPlay ?? false,
    startAt: props.startAt ?? 0,
    window: props.window ?? null,
    captions,
    onWatched: props.onWatched,
    onTrouble: () => props.onTrouble?.(),
  })
  const paused = usePlaybackOf(player, (state) => state.paused)
  const fullscreen = usePlaybackOf(player, (state) => state.fullscreen)
  const failure = usePlaybackOf(player, (state) => state.failure)
  const status = usePlaybackOf(player, (state) => state.status)
  const ready = usePlaybackOf(player, (state) => state.ready)
  const controls = useControlsVisibility(!paused && !failure, menuOpen || sheetOpen)
  const onKeyDown = useHotkeys(run, containerRef, props.pageHotkeys ?? false)
  usePictureGestures(videoRef, player, controls)

  function run(command: HotkeyCommand): void {
    if (!player) return
    controls.wake()
    if (command.type === 'show-shortcuts') setSheetOpen(true)
    else if (command.type === 'play-next') next?.play()
    else if (command.type === 'toggle-theatre') props.theatre?.toggle()
    else {
      runCommand(player, command)
      if (command.type.startsWith('seek-')) preview(player.getSnapshot().currentTime)
    }
  }

  const surface = {
    title,
    poster,
    storyboard,
    captions,
    theatre: props.theatre,
    actions,
    setActions,
    onNext: next?.play ?? null,
    setNext: registerNext,
    autoplayNext,
    setAutoplayNext(on: boolean) {
      setAutoplayNext(on)
      writePreferences({ autoplayNext: on })
    },
    run,
    previewed,
    preview,
    shown: controls.shown,
    wake: controls.wake,
    setMenuOpen,
    setCovered,
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's fields, and lays out differently
    <div
      ref={containerRef}
      id={props.id}
      role="group"
      aria-label={`Video player: ${title}`}
      tabIndex={props.isMini ? -1 : 0}
      data-status={status}
      data-paused={paused || undefined}
      data-fullscreen={fullscreen || undefined}
      data-idle={!controls.shown || undefined}
      className="relative aspect-video w-full overflow-hidden bg-black text-text select-none data-idle:cursor-none sm:rounded-panel data-fullscreen:rounded-none"
      onKeyDown={(event) => {
        controls.wake()
        if (!props.isMini) onKeyDown(event)
      }}
      {...controls.handlers}
    >
      <div ref={hostRef} className="contents" />
      {player ? (
        <PlayerContext value={player}>
          <SurfaceContext value={surface}>
            {props.isMini ? null : <PictureOverlay />}
            {props.isMini ? null : failure ? (
              <FailurePanel
                failure={failure}
                onConfirmAge={props.onConfirmAge}
                onTryAgain={() => containerRef.current?.focus({ preventScroll: true })}
              />
            ) : covered ? null : (
              <ControlBar shown={controls.shown} onUse={controls.wake} />
            )}
            <Suspense fallback={<SheetOnItsWay onPassedBy={() => setSheetOpen(false)} />}>
              {sheetOpen && !props.isMini ? <ShortcutSheet onClose={() => setSheetOpen(false)} /> : null}
            </Suspense>
            {ready ? (
              <Suspense>
                <PlayerExtras videoRef={videoRef} />
                {props.children}
              </Suspense>
            ) : null}
          </SurfaceContext>
        </PlayerContext>
      ) : null}
    </div>
  )
}

/**
 * Drops the sheet if the viewer presses elsewhere before it has loaded: it would cover whatever that press
 * opens.
 */
function SheetOnItsWay({ onPassedBy }: { onPassedBy: () => void }) {
  useEffect(() => {
    document.addEventListener('pointerdown', onPassedBy, { capture: true, once: true })
    return () => document.removeEventListener('pointerdown', onPassedBy, { capture: true })
  }, [onPassedBy])
  return null
}
