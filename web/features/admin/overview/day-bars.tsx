import type { DayChartProps, DayValue } from './day-chart'
import { longDay, shortDay } from './days'
import { axisEnd } from './scale'

/** In units of the drawing, which is stretched to the card's width. */
const width = 600
const height = 140

export interface DayBarsProps extends Pick<DayChartProps, 'format'> {
  /** The chart in words. */
  label: string
  values: readonly DayValue[]
}

/** Renders one bar per day. Refunds can make a day negative; the zero line is then higher. */
export function DayBars({ label, values, format }: DayBarsProps) {
  const known = values.map(({ value }) => value ?? 0)
  const top = axisEnd(known)
  const least = Math.min(0, ...known)
  const bottom = least < 0 ? -axisEnd(known.map((value) => -value)) : 0
  const y = (value: number) => ((top - value) / (top - bottom)) * height
  const step = width / Math.max(1, values.length)
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
        {values.map(({ day, value }, index) => (
          <g key={day} className="group">
            {/* As tall as the chart, so that even a small bar shows its number on hover. */}
            <rect
              x={index * step}
              y={0}
              width={step}
              height={height}
              className="fill-transparent group-hover:fill-surface-2"
            >
              <title>{`${longDay(day)}: ${value === null ? 'not available' : format(value)}`}</title>
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
        <span>{values[0] ? shortDay(values[0].day) : null}</span>
        <span>{values.at(-1) ? shortDay(values.at(-1)?.day ?? '') : null}</span>
      </div>
    </figure>
  )
}
