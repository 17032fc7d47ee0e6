import { axisEnd } from './scale'

/** In units of the drawing, which is stretched to the card's width. */
const width = 600
const height = 140

export interface Bar {
  id: string
  /** Read on hover. */
  name: string
  /** Short name, shown under the first and the last bar. */
  tick: string
  /** Null where nothing was counted. */
  value: number | null
}

interface BarsProps {
  /** The chart in words. */
  label: string
  bars: readonly Bar[]
  format: (value: number) => string
  /** End of the axis, where it isn't to follow from the values. */
  top?: number
}

/** Renders bars over a line at zero, which is higher when some are negative. */
export function Bars({ label, bars, format, top: end }: BarsProps) {
  const known = bars.map(({ value }) => value ?? 0)
  const top = end ?? axisEnd(known)
  const least = Math.min(0, ...known)
  const bottom = least < 0 ? -axisEnd(known.map((value) => -value)) : 0
  const y = (value: number) => ((top - value) / (top - bottom)) * height
  const step = width / Math.max(1, bars.length)
  return (
    <figure
      role="img"
      aria-label={label}
      className="grid h-44 grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 gap-y-1"
    >
      <div
        aria-hidden="true"
        className="flex flex-col justify-between text-right text-faint text-micro tabular-nums"
      >
        <span>{format(top)}</span>
        <span>{format(bottom)}</span>
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-full w-full min-w-0"
      >
        {[top, 0].map((value) => (
          <line
            key={value}
            x1={0}
            x2={width}
            y1={y(value)}
            y2={y(value)}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
        ))}
        {bars.map(({ id, name, value }, index) => (
          <g key={id} className="group">
            {/* As tall as the chart, so that even a small bar shows its number on hover. */}
            <rect
              x={index * step}
              y={0}
              width={step}
              height={height}
              className="fill-transparent group-hover:fill-surface-2"
            >
              <title>{`${name}: ${value === null ? 'not available' : format(value)}`}</title>
            </rect>
            <rect
              x={index * step + step * 0.15}
              y={Math.min(y(0), y(value ?? 0))}
              width={step * 0.7}
              height={Math.abs(y(value ?? 0) - y(0))}
              className="pointer-events-none fill-accent"
            />
          </g>
        ))}
      </svg>
      <div aria-hidden="true" className="col-start-2 flex justify-between text-faint text-micro tabular-nums">
        <span>{bars[0]?.tick}</span>
        <span>{bars.at(-1)?.tick}</span>
      </div>
    </figure>
  )
}
