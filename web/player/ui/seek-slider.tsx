import { Slider } from '@ark-ui/react/slider'
import { type PointerEvent, useState } from 'react'
import { formatDuration } from '../../lib/format'
import { SEEK_ARROW_S } from '../core/hotkeys'
import { clamp, spokenPosition } from '../core/time'
import { usePlayback, usePlayer } from './player-context'
import { sliderHotkeys } from './slider-hotkeys'

export function SeekSlider() {
  const player = usePlayer()
  const ready = usePlayback((state) => state.ready)
  const duration = usePlayback((state) => state.duration)
  const currentTime = usePlayback((state) => state.currentTime)
  /** Where the thumb is held; the video follows when it is let go, so that dragging costs no requests. */
  const [held, setHeld] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const shown = held ?? currentTime
  const tip = held ?? hovered

  function hover(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (event.pointerType !== 'touch') setHovered(clamp((event.clientX - left) / width, 0, 1) * duration)
  }

  return (
    <Slider.Root
      className="pointer-events-auto"
      value={[shown]}
      max={Math.max(duration, 1)}
      step={0.1}
      largeStep={Math.max(duration / 10, SEEK_ARROW_S)}
      disabled={!ready}
      thumbAlignment="center"
      getAriaValueText={({ value }) => spokenPosition(value, duration)}
      onValueChange={({ value }) => setHeld(value[0] ?? null)}
      onValueChangeEnd={({ value }) => {
        setHeld(null)
        if (value[0] !== undefined) player.seekTo(value[0])
      }}
      // Its own arrow step would be the drag resolution.
      onKeyDownCapture={sliderHotkeys(player, ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])}
    >
      <Slider.Label className="sr-only">Seek</Slider.Label>
      <Slider.Control
        className="group/seek relative flex h-6 cursor-pointer touch-none items-center pointer-coarse:h-8"
        onPointerMove={hover}
        onPointerLeave={() => setHovered(null)}
      >
        <Slider.Track className="h-1 w-full overflow-hidden rounded-full bg-white/25 transition-[height] group-focus-within/seek:h-1.5 group-hover/seek:h-1.5">
          <BufferedRanges duration={duration} />
          <Slider.Range className="h-full bg-accent" />
        </Slider.Track>
        <Slider.Thumb index={0} className="size-3 rounded-full bg-accent" />
        {tip === null ? null : <TimeTip second={tip} fraction={duration > 0 ? tip / duration : 0} />}
      </Slider.Control>
    </Slider.Root>
  )
}

function BufferedRanges({ duration }: { duration: number }) {
  const buffered = usePlayback((state) => state.buffered)
  if (duration <= 0) return null
  return buffered.map(({ start, end }) => (
    <div
      key={start}
      className="absolute inset-y-0 bg-white/35"
      style={{ left: `${(start / duration) * 100}%`, width: `${((end - start) / duration) * 100}%` }}
    />
  ))
}

function TimeTip({ second, fraction }: { second: number; fraction: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full -translate-x-1/2 rounded-badge bg-black/80 px-2 py-0.5 text-meta text-text tabular-nums"
      style={{ left: `clamp(28px, ${fraction * 100}%, calc(100% - 28px))` }}
    >
      {formatDuration(second)}
    </div>
  )
}
