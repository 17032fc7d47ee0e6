import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../../ui/icon-button'
import { DayBars } from './day-bars'
import { longDay, shortDay } from './days'

export interface DayValue {
  /** In UTC: `2026-11-21`. */
  day: string
  /** Null where nothing was counted. */
  value: number | null
}

export interface DayChartProps {
  title: string
  /** Oldest first. */
  values: readonly DayValue[]
  format: (value: number) => string
  /** Values are levels at the end of each day, so their sum means nothing. */
  isStock?: boolean
  note?: string
}

/** Shows numbers by day, as bars or as a table. */
export function DayChart({ title, values, format, isStock, note }: DayChartProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const known = values.flatMap(({ value }) => (value === null ? [] : [value]))
  const headline = isStock ? known.at(-1) : known.reduce((sum, value) => sum + value, 0)
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-2 rounded-card border border-line bg-surface-1 p-4"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 id={id} className="text-dim">
            {title}
          </h3>
          <p className="font-bold text-title tabular-nums">
            {headline === undefined ? 'No data yet' : format(headline)}
            {headline === undefined || !isStock ? null : (
              <span className="font-normal text-faint text-meta"> now</span>
            )}
          </p>
        </div>
        <IconButton
          label={asTable ? `${title} as a chart` : `${title} as a table`}
          onClick={() => setAsTable(!asTable)}
          className="-mt-1 -mr-2"
        >
          {asTable ? <ChartColumn className="size-5" /> : <Table2 className="size-5" />}
        </IconButton>
      </div>
      {asTable ? (
        <DayTable title={title} values={values} format={format} />
      ) : (
        <DayBars label={summary(title, values, format)} values={values} format={format} />
      )}
      {note ? <p className="text-faint text-meta">{note}</p> : null}
    </section>
  )
}

/** Describes the chart in words. */
function summary(title: string, values: readonly DayValue[], format: DayChartProps['format']): string {
  let peak: { day: string; value: number } | null = null
  for (const { day, value } of values) {
    if (value !== null && value > (peak?.value ?? 0)) peak = { day, value }
  }
  return peak
    ? `${title} by day, peak on ${longDay(peak.day)}: ${format(peak.value)}.`
    : `${title} by day: no data.`
}

function DayTable({ title, values, format }: Pick<DayChartProps, 'title' | 'values' | 'format'>) {
  return (
    // As tall as the chart that it stands in for.
    <section
      aria-label={`${title} by day`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
      tabIndex={0}
      className="h-44 overflow-y-auto rounded-nav border border-line"
    >
      <table className="w-full text-meta">
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 bg-surface-2 px-3 py-1.5 text-left font-medium text-dim">
              Day (UTC)
            </th>
            <th scope="col" className="sticky top-0 bg-surface-2 px-3 py-1.5 text-right font-medium text-dim">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {values.toReversed().map(({ day, value }) => (
            <tr key={day} className="border-line border-t">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                <time dateTime={day}>{shortDay(day)}</time>
              </th>
              <td className="px-3 py-1.5 text-right tabular-nums">
                {value === null ? <span className="text-faint">Not counted</span> : format(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
