import { useEffect, useRef } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { useObjectUrl } from '../../lib/dom/use-object-url'
import { Filmstrip } from './filmstrip'

export interface FrameSliderProps {
  /** A file, or one of our URLs. */
  video: Blob | string
  /** Seconds, like all values here. */
  duration: number
  second: number
  labelledBy: string
  /** Follows the thumb. */
  onMove: (second: number) => void
  /** The thumb was released. */
  onCommit: () => void
}

/** Finds a frame: a slider under pictures of the video. */
export function FrameSlider({ video, duration, second, labelledBy, onMove, onCommit }: FrameSliderProps) {
  return (
    <div className="grid gap-1">
      <div className="overflow-hidden rounded-badge">
        <Filmstrip video={video} />
      </div>
      <div className="flex items-center gap-3">
        <input
          type="range"
          aria-labelledby={labelledBy}
          aria-valuetext={`${formatDuration(second)} of ${formatDuration(duration)}`}
          min={0}
          max={duration}
          step={0.1}
          value={second}
          onChange={({ target }) => onMove(target.valueAsNumber)}
          onPointerUp={onCommit}
          onKeyUp={onCommit}
          onBlur={onCommit}
          className="h-10 min-w-0 flex-1 cursor-pointer accent-accent"
        />
        <span className="text-faint text-meta tabular-nums">
          {formatDuration(second)} / {formatDuration(duration)}
        </span>
      </div>
    </div>
  )
}

/** Shows the paused video at a second, which is quicker than a picture while the slider moves. */
export function FramePreview({ video, second }: { video: Blob | string; second: number }) {
  const element = useRef<HTMLVideoElement>(null)
  const url = useObjectUrl(video)
  useEffect(() => {
    if (element.current && url) element.current.currentTime = second
  }, [second, url])
  return url ? (
    <video
      ref={element}
      src={url}
      muted
      playsInline
      preload="auto"
      tabIndex={-1}
      aria-label="Frame under the slider"
      className="size-full object-contain"
    >
      <track kind="captions" />
    </video>
  ) : null
}
