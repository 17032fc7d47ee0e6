import { Suspense, useState } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { lazyExtra } from '#web/lib/lazy-part'
import { spokenPosition } from '../../core/time'
import { usePlayback, usePlayer } from '../player-context'
import { useSurface } from '../player-surface'
import { Slider } from '../slider/slider'
import { sliderHotkeys } from '../slider/slider-hotkeys'

const StoryboardTip = lazyExtra(() => import('./storyboard-tip'), 'StoryboardTip')

/** Seeks when the thumb is released, so that dragging sends no requests. */
export function SeekBar() {
  const player = usePlayer()
  const { run, storyboard, previewed } = useSurface()
  const ready = usePlayback((state) => state.ready)
  const duration = usePlayback((state) => state.duration)
  const currentTime = usePlayback((state) => state.currentTime)
  const [pointed, setPointed] = useState<number | null>(null)
  /** Second shown in the tip above the bar. */
  const second = pointed ?? previewed
  const fraction = second !== null && duration > 0 ? second / duration : 0
  const time = second === null ? null : <TimeTip second={second} fraction={fraction} />

  return (
    <Slider
      label="Seek"
      value={currentTime}
      max={Math.max(duration, 1)}
      step="any"
      valueText={(value) => spokenPosition(value, duration)}
      disabled={!ready}
      onChange={(value) => player.seekTo(value)}
      onPoint={setPointed}
      onKeyDownCapture={sliderHotkeys(run)}
      className="h-6 text-accent pointer-coarse:h-8"
      marks={<BufferedRanges duration={duration} />}
    >
      {storyboard && ready ? (
        <Suspense fallback={time}>
          <StoryboardTip storyboard={storyboard} second={second} fraction={fraction} />
        </Suspense>
      ) : (
        time
      )}
    </Slider>
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
