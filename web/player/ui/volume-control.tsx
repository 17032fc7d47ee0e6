import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { volumeStep } from '../core/hotkeys'
import { ControlButton } from './control-button'
import { usePlayback, usePlayer } from './player-context'
import { useSurface } from './player-surface'
import { Slider } from './slider/slider'
import { sliderHotkeys } from './slider/slider-hotkeys'

export function VolumeControl() {
  const player = usePlayer()
  const { run } = useSurface()
  const volume = usePlayback((state) => (state.muted ? 0 : state.volume))
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <div className="group/volume pointer-events-auto flex items-center">
      <ControlButton label={volume === 0 ? 'Unmute' : 'Mute'} hotkey="M" onClick={() => player.toggleMute()}>
        <Icon className="size-5" aria-hidden />
      </ControlButton>
      {/* Phones have keys for it, and iOS lets no page set the volume. */}
      <div className="w-0 opacity-0 transition-[width,opacity] duration-200 group-focus-within/volume:w-22 group-focus-within/volume:opacity-100 group-hover/volume:w-22 group-hover/volume:opacity-100 max-sm:hidden">
        <Slider
          label="Volume"
          value={volume}
          max={1}
          step={volumeStep}
          valueText={(value) => `${Math.round(value * 100)}%`}
          onChange={(value) => player.setVolume(value)}
          onDrag={(value) => player.setVolume(value)}
          onKeyDownCapture={sliderHotkeys(run, ['ArrowLeft', 'ArrowRight', 'Home', 'End'])}
          className="mx-2 h-10 text-text"
        />
      </div>
    </div>
  )
}
