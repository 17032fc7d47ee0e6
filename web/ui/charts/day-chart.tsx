import { ChartCard } from './chart-card'
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

/** Shows numbers by day. */
export function DayChart({ title, values, format, isStock, note }: DayChartProps) {
  const known = values.flatMap(({ value }) => (value === null ? [] : [value]))
  const headline = isStock ? known.at(-1) : known.reduce((sum, value) => sum + value, 0)
  return (
    <ChartCard
      title={title}
      headline={
        <>
          {headline === undefined ? 'No data yet' : format(headline)}
          {headline === undefined || !isStock ? null : (
            <span className="font-normal text-faint text-meta"> now</span>
          )}
        </>
      }
      summary={summary(title, values, format)}
      bars={values.map(({ day, value }) => ({ id: day, name: longDay(day), tick: shortDay(day), value }))}
      format={format}
      nameTitle="Day (UTC)"
      lastFirst
      note={note}
    />
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
