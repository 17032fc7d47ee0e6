import clsx from 'clsx'
import { Maximize, Minimize, Pause, Play, RefreshCw, RotateCcw, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { seekButtonSeconds } from '../core/hotkeys'
import { ControlButton } from './control-button'
import { usePlayback, usePlayer } from './player-context'
import { SeekBar } from './seek/seek-bar'
import { SettingsButton, SpeedButton } from './settings/settings-buttons'
import { CaptionsButton, PictureInPictureButton, TheatreButton } from './toggle-buttons'
import { VolumeControl } from './volume-control'

/**
 * On a phone the three main buttons move from the bar to the middle of the picture, within reach of the
 * thumbs.
 */
const centred = 'max-sm:absolute max-sm:top-1/2 max-sm:left-1/2 max-sm:-translate-y-1/2 max-sm:bg-black/50'

export interface ControlBarProps {
  shown: boolean
  onUse: () => void
}

export function ControlBar({ shown, onUse }: ControlBarProps) {
  return (
    <div
      className={clsx(
        'pointer-events-none absolute inset-0 flex flex-col justify-end transition-opacity duration-200',
        shown ? 'opacity-100' : 'opacity-0 [&_*]:pointer-events-none!',
      )}
    >
      <div
        onPointerDown={onUse}
        className="bg-linear-to-t from-black/85 via-black/50 to-transparent px-2 pt-12 pb-1 sm:px-4 sm:pb-2"
      >
        <SeekBar />
        <div className="flex items-center gap-0.5">
          <PlayButton />
          <SkipButton
            seconds={-seekButtonSeconds}
            icon={<RotateCcw className="size-5 max-sm:size-6" aria-hidden />}
          />
          <SkipButton
            seconds={seekButtonSeconds}
            icon={<RotateCw className="size-5 max-sm:size-6" aria-hidden />}
          />
          <VolumeControl />
          <Clock />
          <span className="grow" />
          <CaptionsButton />
          <SpeedButton />
          <SettingsButton />
          <PictureInPictureButton />
          <TheatreButton />
          <FullscreenButton />
        </div>
      </div>
    </div>
  )
}

function PlayButton() {
  const player = usePlayer()
  const label = usePlayback(({ ended, paused }) => (ended ? 'Replay' : paused ? 'Play' : 'Pause'))
  const Icon = { Replay: RefreshCw, Play, Pause }[label]
  return (
    <ControlButton
      label={label}
      hotkey="Space"
      onClick={() => player.togglePlay()}
      className={clsx(centred, 'max-sm:size-14! max-sm:-translate-x-1/2')}
    >
      <Icon className={clsx('size-5 max-sm:size-7', label !== 'Replay' && 'fill-current')} aria-hidden />
    </ControlButton>
  )
}

function SkipButton({ seconds, icon }: { seconds: number; icon: ReactNode }) {
  const player = usePlayer()
  const back = seconds < 0
  return (
    <ControlButton
      label={`${back ? 'Back' : 'Forward'} ${Math.abs(seconds)} seconds`}
      hotkey={back ? 'J' : 'L'}
      onClick={() => player.seekBy(seconds)}
      className={clsx(centred, 'max-sm:size-11', back ? 'max-sm:-translate-x-23' : 'max-sm:translate-x-12')}
    >
      {icon}
    </ControlButton>
  )
}

function Clock() {
  const time = usePlayback(
    ({ currentTime, duration }) => `${formatDuration(currentTime)} / ${formatDuration(duration)}`,
  )
  return <span className="px-2 text-meta text-text tabular-nums whitespace-nowrap">{time}</span>
}

function FullscreenButton() {
  const player = usePlayer()
  const fullscreen = usePlayback((state) => state.fullscreen)
  const Icon = fullscreen ? Minimize : Maximize
  return (
    <ControlButton
      label={fullscreen ? 'Exit full screen' : 'Full screen'}
      hotkey="F"
      onClick={() => player.toggleFullscreen()}
    >
      <Icon className="size-5" aria-hidden />
    </ControlButton>
  )
}
