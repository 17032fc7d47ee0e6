import { Slider } from '@ark-ui/react/slider'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { VOLUME_STEP } from '../core/hotkeys'
import { ControlButton } from './control-button'
import { usePlayback, usePlayer } from './player-context'
import { sliderHotkeys } from './slider-hotkeys'

export function VolumeControl() {
  const player = usePlayer()
  const volume = usePlayback((state) => (state.muted ? 0 : state.volume))
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <div className="group/volume pointer-events-auto flex items-center">
      <ControlButton label={volume === 0 ? 'Unmute' : 'Mute'} hotkey="M" onClick={() => player.toggleMute()}>
        <Icon className="size-5" aria-hidden />
      </ControlButton>
      <Slider.Root
        // Phones have keys for it, and iOS lets no page set the volume.
        className="w-0 opacity-0 transition-[width,opacity] duration-200 group-focus-within/volume:w-22 group-focus-within/volume:opacity-100 group-hover/volume:w-22 group-hover/volume:opacity-100 max-sm:hidden"
        value={[volume]}
        max={1}
        step={VOLUME_STEP}
        thumbAlignment="center"
        getAriaValueText={({ value }) => `${Math.round(value * 100)}%`}
        onKeyDownCapture={sliderHotkeys(player, ['ArrowUp', 'ArrowDown'])}
        onValueChange={({ value }) => player.setVolume(value[0] ?? 0)}
      >
        <Slider.Label className="sr-only">Volume</Slider.Label>
        <Slider.Control className="relative mx-2 flex h-10 cursor-pointer touch-none items-center">
          <Slider.Track className="h-1 w-full overflow-hidden rounded-full bg-white/25">
            <Slider.Range className="h-full bg-text" />
          </Slider.Track>
          <Slider.Thumb index={0} className="size-3 rounded-full bg-text" />
        </Slider.Control>
      </Slider.Root>
    </div>
  )
}
