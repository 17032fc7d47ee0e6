import clsx from 'clsx'
import { useState } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { type Storyboard, tileAt } from '../../core/storyboard'

interface StoryboardTipProps {
  storyboard: Storyboard
  /** Null while there is nothing to show; the image stays loaded. */
  second: number | null
  fraction: number
}

/** Shows a small picture of the second with its time below. Loaded on demand. */
export function StoryboardTip({ storyboard, second, fraction }: StoryboardTipProps) {
  const { url, columns, rows, tileWidth, tileHeight } = storyboard
  /** The image is fetched once, on first use. */
  const [wanted, setWanted] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const { column, row } = tileAt(storyboard, second ?? 0)
  const half = `${tileWidth / 2}px`
  if (second !== null && !wanted) setWanted(true)

  return (
    <div
      aria-hidden
      className={clsx(
        'pointer-events-none absolute bottom-full z-10 grid -translate-x-1/2 justify-items-center gap-1',
        second === null && 'invisible',
      )}
      style={{ left: `clamp(${half}, ${fraction * 100}%, calc(100% - ${half}))`, width: tileWidth }}
    >
      {wanted ? (
        <div
          className={clsx(
            'overflow-hidden rounded-nav bg-black ring-1 ring-white/30',
            !loaded && 'invisible',
          )}
          style={{ width: tileWidth, height: tileHeight }}
        >
          <img
            src={url}
            alt=""
            draggable={false}
            onLoad={() => setLoaded(true)}
            className="max-w-none"
            style={{
              width: columns * tileWidth,
              height: rows * tileHeight,
              translate: `${-column * tileWidth}px ${-row * tileHeight}px`,
            }}
          />
        </div>
      ) : null}
      <span className="rounded-badge bg-black/80 px-2 py-0.5 text-meta text-text tabular-nums">
        {formatDuration(second ?? 0)}
      </span>
    </div>
  )
}
