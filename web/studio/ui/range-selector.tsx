import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useObjectUrl } from '../../lib/dom/use-object-url'
import { formatSeconds } from '../../lib/time/time-text'
import { Button } from '../../ui/button'
import type { Cut } from '../source/cut'
import { Filmstrip } from './filmstrip'
import { TimeField } from './time-field'
import { nextFrame, useFrameTimes } from './use-frame-times'
import { useSelectionPlayback } from './use-selection-playback'

export interface RangeSelectorProps {
  /** A file, or one of our URLs. */
  video: Blob | string
  /** Seconds. */
  duration: number
  /** Seconds that an arrow key moves a handle while the video's frames aren't known. */
  frame: number
  /** Seconds. */
  shortest: number
  value: Cut
  onChange: (value: Cut) => void
  /** The video can't be loaded: its URL may have expired. */
  onTrouble?: (() => void) | undefined
}

/** Seconds that an arrow moves with Shift. */
const largeStep = 1

/** Selects a part: two handles on a filmstrip, typed times, and playback of the selection. */
export function RangeSelector(props: RangeSelectorProps) {
  const { video, duration, frame, shortest, value, onChange } = props
  const url = useObjectUrl(video)
  const preview = useRef<HTMLVideoElement>(null)
  const playback = useSelectionPlayback(preview, value)
  const [focused, setFocused] = useState<keyof Cut | null>(null)
  const frames = useFrameTimes(video, focused && value[focused])

  function move(edge: keyof Cut, second: number) {
    const bounded =
      edge === 'start'
        ? Math.min(Math.max(0, second), value.end - shortest)
        : Math.max(Math.min(duration, second), value.start + shortest)
    playback.show(bounded)
    onChange({ ...value, [edge]: bounded })
  }

  function step(edge: keyof Cut, direction: 1 | -1) {
    const from = value[edge]
    move(edge, nextFrame(frames, from, direction) ?? from + direction * frame)
  }

  const share = (second: number) => `${(second / duration) * 100}%`
  return (
    <div className="grid gap-3">
      {url ? (
        <video
          ref={preview}
          src={url}
          playsInline
          preload="auto"
          tabIndex={-1}
          aria-label="Selection preview"
          className="aspect-video w-full rounded-card bg-black object-contain"
          onLoadedMetadata={() => playback.show(value.start)}
          onError={props.onTrouble}
        >
          <track kind="captions" />
        </video>
      ) : (
        <div className="aspect-video rounded-card bg-black" />
      )}
      {/* Padded by half a handle on each side, so that the handles' middles align with the edges. */}
      <div className="relative overflow-hidden rounded-badge px-2">
        <Filmstrip video={video} />
        <div className="pointer-events-none absolute inset-y-0 inset-x-2">
          <div className="absolute inset-y-0 left-0 bg-black/70" style={{ width: share(value.start) }} />
          <div
            className="absolute inset-y-0 right-0 bg-black/70"
            style={{ width: share(duration - value.end) }}
          />
          <div
            className="absolute inset-y-0 border-accent border-y-2"
            style={{ left: share(value.start), right: share(duration - value.end) }}
          />
        </div>
        <Handle
          label="Selection start"
          value={value.start}
          max={duration}
          onFocus={() => setFocused('start')}
          onStep={(direction) => step('start', direction)}
          onMove={(second) => move('start', second)}
        />
        <Handle
          label="Selection end"
          value={value.end}
          max={duration}
          onFocus={() => setFocused('end')}
          onStep={(direction) => step('end', direction)}
          onMove={(second) => move('end', second)}
        />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <TimeField label="Start" seconds={value.start} onCommit={(second) => move('start', second)} />
        <TimeField label="End" seconds={value.end} onCommit={(second) => move('end', second)} />
        <Button onClick={playback.toggle}>
          {playback.playing ? (
            <Pause aria-hidden="true" className="size-4 fill-current" />
          ) : (
            <Play aria-hidden="true" className="size-4 fill-current" />
          )}
          {playback.playing ? 'Pause' : 'Play selection'}
        </Button>
        <p className="ml-auto self-center text-dim text-meta tabular-nums">
          {formatSeconds(value.end - value.start)} selected
        </p>
      </div>
    </div>
  )
}

interface HandleProps {
  label: string
  value: number
  max: number
  onFocus: () => void
  /** Moves to the next or previous frame. */
  onStep: (direction: 1 | -1) => void
  onMove: (second: number) => void
}

const directions: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/** Renders one of two inputs on a track, where only the thumbs take the pointer. */
function Handle({ label, value, max, onFocus, onStep, onMove }: HandleProps) {
  function press(event: KeyboardEvent) {
    const direction = directions[event.key]
    if (!direction) return
    // Handled here, since a browser rounds to steps from zero, where no frame need begin.
    event.preventDefault()
    if (event.shiftKey) onMove(value + direction * largeStep)
    else onStep(direction)
  }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatSeconds(value)}
      min={0}
      max={max}
      step="any"
      value={value}
      onChange={({ target }) => onMove(target.valueAsNumber)}
      onFocus={onFocus}
      onKeyDown={press}
      className="trim-handle"
      // If the handles overlap, the one with more room to move is on top.
      style={{ zIndex: label.startsWith('Start') && value > max / 2 ? 1 : 0 }}
    />
  )
}
